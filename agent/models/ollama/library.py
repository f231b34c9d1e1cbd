"""What is known of Ollama's models before they are here: which are good at code, and how large a download is.

Looked up on 2026-11-21. Newer models are missing until somebody looks again; whatever is
installed can be picked all the same.
"""

from __future__ import annotations

from agent.models.provider import Suggestion

# The best at coding first: numbers 96, 152, 164, 173, 179, 188, 216, 226, 253, 253, 313 and 356 of 469 models in
# https://github.com/jakemanger/whatmodel/tree/main/pages/model. A name means all that begin with it, so that the more
# exact ones come first.
GOOD_AT_CODE = (
    "qwen3.6:35b",
    "qwen3-coder:480b",
    "gpt-oss:120b",
    "gpt-oss",
    "qwen3-coder-next",
    "qwen2.5-coder:32b",
    "qwen2.5-coder:14b",
    "qwen3-coder",
    "qwen2.5-coder:7b",
    "qwen2.5-coder:latest",
    "qwen2.5-coder:3b",
    "qwen2.5-coder",
)


_ALPACA = "https://github.com/Jeffser/Alpaca/blob/main/src/available_models.json"

# The exact sizes are those in answers of /api/tags that people published between 2026-01 and 2026-09, for the digests
# 17052f91a42e, 9ec8897f747e, 06c1097efce0, dae161e27b0e and d7372fd82851. All are under the Apache 2.0 license, which
# qwen2.5-coder:3b is not.
SUGGESTIONS = (  # `size_bytes` is what `/api/tags` says of it once it is there
    Suggestion("gpt-oss:20b", 13_793_441_244, 3.6, "https://ollama.com/library/gpt-oss/tags"),
    Suggestion("qwen2.5-coder:14b", 8_988_124_298, 14.7, _ALPACA),
    Suggestion("qwen3-coder:30b", 18_556_700_761, 3.3, "https://ollama.com/library/qwen3-coder/tags"),
    Suggestion("qwen2.5-coder:7b", 4_683_087_561, 7.6, _ALPACA),
    Suggestion("qwen2.5-coder:1.5b", 986_062_089, 1.5, _ALPACA),
)


def rank(name: str) -> int | None:
    """How good the model `name` is at writing programs: 0 for the best, None where nobody knows."""
    return next((rank for rank, start in enumerate(GOOD_AT_CODE) if name.startswith(start)), None)
