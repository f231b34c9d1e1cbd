"""The image that containers are made of: is it there, and if not, build it."""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import docker.errors
import requests
from docker.credentials.errors import StoreError

from message import say
from sandbox import debian, machine
from sandbox.base import Announce, Toolset
from sandbox.errors import ImageError
from sandbox.local import packages_place

if TYPE_CHECKING:
    from docker import DockerClient

BASE = "python:3.13-slim"
REPOSITORY = "assay-sandbox"
HERE = Path(__file__).parent
CERTIFICATES = "certificates.pem"
REQUIREMENTS = "requirements.txt"
PACKAGES_LABEL = "assay.packages"
FAILED = say("The sandbox image could not be made.")
BUILD_ADVICE = say("See whether this machine reaches the internet and has free disk space, then try again.")

NOISE = ("--->", "Removing intermediate container")

log = logging.getLogger(__name__)


def image_name(language: Toolset, base: str = BASE) -> str:
    """The name and tag of the image for these very files on `base`: a change means another image."""
    digest = hashlib.sha256(base.encode())
    # Name and length come first, so that no two sets of files are the same bytes in a row.
    for name, content in sorted(_files(language).items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return f"{REPOSITORY}:{digest.hexdigest()[:12]}"


def has_image(client: DockerClient, name: str) -> bool:
    """Whether the engine has the image `name`."""
    try:
        client.images.get(name)
    except docker.errors.ImageNotFound:
        return False
    return True


def ensure_image(client: DockerClient, language: Toolset, announce: Announce, base: str = BASE) -> str:
    """Build the image for `language` where it isn't there, saying so line by line; return its name.

    Takes about a minute the first time. Raises `ImageError`.
    """
    name = image_name(language, base)
    try:
        if not has_image(client, name):
            _build(client, name, _files(language), _ensure_base(client, base, announce), announce)
    except (docker.errors.DockerException, requests.RequestException) as error:
        raise ImageError(FAILED, BUILD_ADVICE) from error
    return name


# Why: docs/decisions.md, "The sandbox image is made once, and packages that a program needs are a layer of it"
def with_packages(client: DockerClient, image: str, packages: Path, announce: Announce) -> str:
    """Make an image like `image` that has the folder `packages` in it, where it isn't there; return its name.

    The folder above is named after the content. Takes seconds. Raises `ImageError`.
    """
    name = f"{image}-{packages.parent.name}"
    try:
        if not has_image(client, name):
            with tempfile.TemporaryFile() as context:
                with tarfile.open(fileobj=context, mode="w") as archive:
                    lines = f"FROM {image}", f"COPY {packages.name} {packages_place(packages)}"
                    _add(archive, "Dockerfile", "\n".join(lines).encode())
                    archive.add(packages, packages.name, filter=_readable)
                context.seek(0)
                _follow(_built(client, context, name, labels={PACKAGES_LABEL: packages.parent.name}), log.info)
    except (docker.errors.DockerException, requests.RequestException) as error:
        raise ImageError(FAILED, BUILD_ADVICE) from error
    return name


def remove_packages(client: DockerClient) -> tuple[int, int]:
    """Remove the images that `with_packages` made and no container uses; return how many went, and how many are left.

    Raises what the engine's client does.
    """
    names = _with_packages(client)
    for name in names:
        with contextlib.suppress(docker.errors.APIError):  # a container uses it
            client.images.remove(name)
    left = _with_packages(client) & names
    return len(names - left), len(left)


def _with_packages(client: DockerClient) -> set[str]:
    return {name for image in client.images.list(filters={"label": PACKAGES_LABEL}) for name in image.tags}


def _ensure_base(client: DockerClient, base: str, announce: Announce) -> str:
    """Get `base`, or where that can't be had, something like it made from Debian's packages."""
    if has_image(client, base):
        return base
    announce(say("Fetching %(base)s", base=base))
    try:
        _pull(client, base, announce)
    except docker.errors.DockerException as error:
        log.info("could not pull %s", base, exc_info=True)
        announce(say("%(base)s can't be had from its registry", base=base))
        return debian.ensure_base(client, announce, error)
    return base


def _pull(client: DockerClient, base: str, announce: Announce) -> None:
    repository, _, tag = base.rpartition(":")
    asked = _with_any_passwords(client, lambda: client.api.pull(repository, tag, stream=True, decode=True))
    for event in _checked(asked):
        if event.get("status") in ("Pull complete", "Already exists"):
            announce(say("Got part %(event)s of %(base)s", event=event["id"], base=base))


def _build(client: DockerClient, name: str, files: dict[str, bytes], base: str, announce: Announce) -> None:
    announce(say("Building the sandbox image"))
    pip = machine.pip_settings()
    trusted = machine.certificates(pip)
    arguments = machine.build_arguments(pip) | {"BASE": base}
    if trusted:
        arguments[machine.CERTIFICATES_ARGUMENT] = f"/build/{CERTIFICATES}"
    # Not part of the image's name, for they are this machine's and don't stay in it.
    context = _context(files | {CERTIFICATES: trusted})
    # The host's network, so that an index or a proxy on this machine's loopback is reached.
    _follow(_built(client, context, name, buildargs=arguments, network_mode="host"), announce)


def _built(client: DockerClient, context: IO[bytes], name: str, **options: Any) -> Iterator[dict[str, Any]]:
    """The events of building what `context` says; nothing but the image is left of it."""
    fixed: dict[str, Any] = {"custom_context": True, "rm": True, "forcerm": True, "decode": True}
    return _with_any_passwords(client, lambda: client.api.build(fileobj=context, tag=name, **fixed, **options))


def _with_any_passwords(client: DockerClient, ask: Callable[[], Iterator[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """What `ask` gives, with the person's passwords for registries, or where their keeper is missing with none.

    Docker Desktop leaves the name of its keeper in Docker's settings when it goes. What is needed here is public.
    """
    try:
        return ask()
    except (docker.errors.DockerException, StoreError) as error:
        if not isinstance(error.__cause__ or error, StoreError):
            raise
        log.info("no passwords for registries: %s", error)
        with tempfile.TemporaryDirectory() as folder:
            nobody = Path(folder) / "config.json"
            nobody.write_text('{"auths": {"nobody.invalid": {}}}')  # with none at all it would read the settings again
            client.api.reload_config(str(nobody))
        return ask()


def _follow(events: Iterable[dict[str, Any]], announce: Announce) -> None:
    """Tell each line of the build; where it fails, the last of them is part of the `ImageError`."""
    last = ""
    try:
        for event in _checked(events):
            for line in map(str.strip, event.get("stream", "").splitlines()):
                if line and not line.startswith(NOISE):
                    announce(line)
                    last = line
    except docker.errors.DockerException as error:
        raise ImageError(
            FAILED, say("%(build_advice)s The build stopped at: %(last)s", build_advice=BUILD_ADVICE, last=last[:300])
        ) from error


def _checked(events: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The engine's events, the first error among them raised as `DockerException`."""
    for event in events:
        if "error" in event:
            raise docker.errors.DockerException(event["error"])
        yield event


def _files(language: Toolset) -> dict[str, bytes]:
    """All that the image depends on, by its path in the build context."""
    found = {"Dockerfile": HERE / "Dockerfile", **_tree(HERE / "runner", "runner")}
    if language.runner:
        found |= _tree(language.runner, f"runner/languages/{language.name}")
    # Git may have turned the line ends on Windows, which is no change.
    contents = {name: path.read_bytes().replace(b"\r\n", b"\n") for name, path in found.items()}
    return contents | {REQUIREMENTS: language.requirements.read_bytes() if language.requirements else b""}


def _tree(folder: Path, name: str) -> dict[str, Path]:
    return {f"{name}/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*.py")}


def _context(files: dict[str, bytes]) -> io.BytesIO:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in files.items():
            _add(archive, name, content)
    buffer.seek(0)
    return buffer


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    archive.addfile(entry, io.BytesIO(content))


def _readable(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """`entry` as root's, which everybody can read, whoever fetched it; neither links nor devices."""
    if not (entry.isfile() or entry.isdir()):
        return None
    entry.uid = entry.gid = 0
    entry.mode = 0o755 if entry.isdir() else 0o644
    return entry
