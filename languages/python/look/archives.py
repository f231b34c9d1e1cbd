"""Archives: what is in them, what is odd in the names, and how the first small files begin."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO, cast

from .lines import WHOLE, beginning, cut
from .records import fitting
from .said import Look, _, ngettext

UTF8, LOCKED = 0x800, 0x1  # flags of a zip's entry
NAMED_IN = ("cp850", "cp1252", "cp866", "shift_jis")
MOST_ENTRIES = 50_000
INSIDE = 3  # files of which is shown how they begin, each with another ending
LARGEST_INSIDE = 2_000_000  # bytes
BEGINNING = 500  # characters
LISTED = 1_800
UNPACKERS: dict[str, Callable[..., object]] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
ARCHIVES = (".zip", ".tar", ".tgz", *UNPACKERS)


@dataclass(frozen=True)
class Entry:
    """What is in an archive under a name; `open` gives its bytes, where it is a file that can be unpacked."""

    name: str
    size: int
    note: str
    open: Callable[[], IO[bytes] | None]


def archive(path: Path) -> Look:
    """What is in a zip, and how large that says it is."""
    with zipfile.ZipFile(path) as opened:
        infos = opened.infolist()
        entries = [Entry(one.filename, one.file_size, zip_note(one), partial(unpacking, opened, one)) for one in infos]
        lines = [*unmarked(infos), *contents(entries)]
    return ngettext("zip of %(count)s entry", "zip of %(count)s entries", len(infos)), "\n".join(lines)


def packed(path: Path) -> Look:
    """What is in a tar, or in a file that is packed alone."""
    if path.suffix.lower() in UNPACKERS and not _is_packed_tar(path):
        return alone(path)
    with tarfile.open(path) as opened:
        entries = [
            Entry(one.name, one.size, tar_note(one), partial(opened.extractfile, one))
            for one in islice(opened, MOST_ENTRIES)
        ]
        lines = contents(entries)
    return ngettext("tar of %(count)s entry", "tar of %(count)s entries", len(entries)), "\n".join(lines)


def _is_packed_tar(path: Path) -> bool:
    """Whether what is packed is a tar. The packed bytes themselves look like one by chance, as the time in a gzip's
    head changes what they add up to."""
    try:
        with tarfile.open(path, f"r:{path.suffix.lower()[1:]}"):  # type: ignore[call-overload]
            return True
    except (tarfile.TarError, EOFError, OSError):
        return False


def alone(path: Path) -> Look:
    with closing(cast("IO[bytes]", UNPACKERS[path.suffix.lower()](path))) as file:
        looked = looked_into(path.stem, file)
    return _("one file, packed as %(kind)s", kind=path.suffix.lower()), "\n".join(looked)


def contents(entries: Sequence[Entry]) -> list[str]:
    """What is odd, what there is, and how the first files begin that are small."""
    listing = [f"{one.name} ({one.size:,} bytes{one.note})" for one in entries]
    shown = fitting(beginning(listing).splitlines(), LISTED)
    return [*oddities(entries), *sorts(entries), *shown, *first_ones(entries)]


def sorts(entries: Sequence[Entry]) -> Iterator[str]:
    """How many there are with each ending, where not all are shown."""
    if len(entries) > WHOLE:
        found = Counter(PurePosixPath(one.name).suffix.lower() or "no ending" for one in entries)
        yield "endings: " + ", ".join(f"{ending} x{count:,}" for ending, count in found.most_common(10))


def oddities(entries: Sequence[Entry]) -> Iterator[str]:
    """What of the names surprises whoever unpacks."""
    names = [one.name for one in entries]
    checks = {
        "names with parts of letters (NFD, as a Mac writes them)": [
            name for name in names if unicodedata.normalize("NFC", name) != name
        ],
        "names that lead out of the folder": [
            name for name in names if name.startswith(("/", "\\")) or ".." in PurePosixPath(name).parts
        ],
        "names with \\ in place of /": [name for name in names if "\\" in name],
        "names that come more than once": [name for name, count in Counter(names).items() if count > 1],
        "files that a Mac adds": [name for name in names if name.startswith("__MACOSX/") or name.endswith(".DS_Store")],
        "archives in it": [name for name in names if PurePosixPath(name).suffix.lower() in ARCHIVES],
    }
    for what, found in checks.items():
        if found:
            yield cut(f"{what} x{len(found):,}: {', '.join(map(repr, found[:2]))}")


def unmarked(infos: Sequence[zipfile.ZipInfo]) -> Iterator[str]:
    """Names of which nothing says that they are UTF-8, so that Python takes them for cp437."""
    found = [one.filename for one in infos if not one.flag_bits & UTF8 and not one.filename.isascii()]
    if found:
        raw = found[0].encode("cp437", "replace")
        guesses = [f"{encoding} {name!r}" for encoding in ("utf-8", *NAMED_IN) if (name := named(raw, encoding))]
        likely = guesses[:1] if guesses and guesses[0].startswith("utf-8") else guesses
        yield cut(
            f"names not marked as UTF-8 x{len(found):,}: zipfile reads {found[0]!r} (as cp437), "
            f"metadata_encoding can be: {', '.join(likely)}"
        )


def named(raw: bytes, encoding: str) -> str:
    with suppress(UnicodeError):
        return raw.decode(encoding)
    return ""


def first_ones(entries: Sequence[Entry]) -> Iterator[str]:
    """How the first files begin; of an archive in it only the name is said, for it may have itself in it."""
    seen: set[str] = set()
    for one in entries:
        ending = PurePosixPath(one.name).suffix.lower()
        skipped = one.name.endswith("/") or one.name.startswith("__MACOSX/") or not 0 < one.size <= LARGEST_INSIDE
        if skipped or ending in {*seen, *ARCHIVES} or len(seen) == INSIDE:
            continue
        with suppress(Exception):  # locked, broken, or packed in a way that isn't known: its name is listed
            file = one.open()
            if file:
                seen.add(ending)
                yield from looked_into(one.name, file)


def looked_into(name: str, file: IO[bytes]) -> list[str]:
    """How a file begins that is in another, as far as it may be unpacked."""
    from .readers import look_at  # which has us in its table

    data = file.read(LARGEST_INSIDE)
    with TemporaryDirectory() as folder:
        path = Path(folder, "inside").with_suffix(PurePosixPath(name).suffix)
        path.write_bytes(data)
        _sort, excerpt = look_at(path)
    rest = f"[... {len(excerpt) - BEGINNING:,} more]" if len(excerpt) > BEGINNING else ""
    return [f"In it, {name!r} begins:", excerpt[:BEGINNING] + rest]


def unpacking(opened: zipfile.ZipFile, one: zipfile.ZipInfo) -> IO[bytes] | None:
    """What unpacks it in pieces; Python unpacks what is packed in a rarer way all at once, however large it is."""
    return opened.open(one) if one.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) else None


def zip_note(one: zipfile.ZipInfo) -> str:
    return f", {written(one.date_time)}{', locked with a password' if one.flag_bits & LOCKED else ''}"


def tar_note(one: tarfile.TarInfo) -> str:
    kinds = {"link": one.issym() or one.islnk(), "folder": one.isdir()}
    return "".join(f", {kind}" for kind, true in kinds.items() if true)


def written(date: tuple[int, ...]) -> str:
    """When an entry of a zip was written, which nobody has checked: there is no month 0."""
    return "{:04}-{:02}-{:02} {:02}:{:02}:{:02}".format(*date)
