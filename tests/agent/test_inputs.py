"""What people give: files, folders and zips, and all that can be wrong with them."""

from __future__ import annotations

import io
import os
import stat
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from agent.errors import BadFiles
from agent.inputs import MOST_ENTRIES, Given, Inputs, laid_out, read_inputs
from sandbox.base import MEGABYTE, MOST_FILE_BYTES, MOST_FILES


def taken(*paths: Path, task: str = "Add them up.") -> Inputs:
    return read_inputs(map(Given.at, paths), task, "python")


def zipped(path: Path, files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return path


def renamed(path: Path, before: bytes, after: bytes) -> Path:
    """Put other bytes of the same length into a zip, such as names that no library writes."""
    path.write_bytes(path.read_bytes().replace(before, after))
    return path


def test_files_folders_and_zips_become_paths_and_contents(tmp_path: Path) -> None:
    (tmp_path / "prices.csv").write_bytes(b"tea,3\n")
    (tmp_path / "empty.txt").touch()
    (tmp_path / "photos/2024/Été").mkdir(parents=True)
    (tmp_path / "photos/2024/Été/a.jpg").write_bytes(b"a")
    trip = zipped(tmp_path / "trip.zip", {"trip/b.jpg": b"b", "__MACOSX/trip/._b.jpg": b"x", "trip/in.zip": b"PK"})
    loose = zipped(tmp_path / "Loose.ZIP", {"b.jpg": b"2", "c/": b"", "c/d.jpg": b"d"})
    found = taken(tmp_path / "prices.csv", tmp_path / "empty.txt", tmp_path / "photos", trip, loose)
    assert found.files == {
        "prices.csv": b"tea,3\n",
        "empty.txt": b"",
        "photos/2024/Été/a.jpg": b"a",
        "trip/b.jpg": b"b",
        "trip/in.zip": b"PK",
        "Loose/b.jpg": b"2",
        "Loose/c/d.jpg": b"d",
    }
    assert found.left_out == ("Left out: 1 hidden file of the system, such as .DS_Store or Thumbs.db.",)


def test_nothing_given_is_nothing_taken() -> None:
    assert taken() == Inputs({})


def test_a_zip_that_the_task_speaks_of_stays_one(tmp_path: Path) -> None:
    essays = zipped(tmp_path / "essays.zip", {"../out.txt": b"x"})
    assert taken(essays, task="The school gives me a ZIP with all essays.").files == {"essays.zip": essays.read_bytes()}


def test_a_folder_is_called_as_the_person_calls_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine/below").mkdir(parents=True)
    (tmp_path / "mine/a.txt").write_bytes(b"a")
    monkeypatch.chdir(tmp_path / "mine/below")
    assert set(taken(Path("..")).files) == {"mine/a.txt"}
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    assert set(taken(tmp_path / "link").files) == {"link/a.txt"}


def test_links_and_pipes_in_folders_are_named_and_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("secret")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a.txt").write_bytes(b"a")
    (folder / "Thumbs.db").touch()
    (folder / "~$a.docx").touch()
    (folder / "key").symlink_to(secret / "key")
    (folder / "all").symlink_to(secret)
    os.mkfifo(folder / "pipe")
    found = taken(folder)
    assert found.files == {"mine/a.txt": b"a"}
    assert found.left_out == (
        "mine/all was left out: it is a link to somewhere else.",
        "mine/key was left out: it is a link to somewhere else.",
        "mine/pipe was left out: it is a device or a pipe, and no file.",
        "Left out: 2 hidden files of the system, such as .DS_Store or Thumbs.db.",
    )


def test_a_link_in_a_zip_is_named_and_not_followed(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("passwords")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
        archive.writestr("b.txt", "b")
    found = taken(tmp_path / "a.zip")
    assert found.files == {"a/b.txt": b"b"}
    assert found.left_out == ("a/passwords was left out: it is a link to somewhere else.",)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Größe.txt".encode("cp437"), "Größe.txt"),  # Windows
        ("Größe.txt".encode(), "Größe.txt"),  # macOS, without the flag
        (b"in\\deep.txt", "in/deep.txt"),
        ("Gro\u0308ße".encode(), "Größe"),  # macOS keeps the dots apart
    ],
)
def test_names_in_zips_are_read_as_they_were_meant(tmp_path: Path, written: bytes, read: str) -> None:
    stand_in = b"x" * len(written)
    made = renamed(zipped(tmp_path / "a.zip", {stand_in.decode(): b""}), stand_in, written)
    assert set(taken(made).files) == {read}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (b"../../etc/x", "leads out"),
        (b"a/../../b", "leads out"),
        (b"..\\..\\b", "leads out"),
        (b"/etc/passwd", "leads out"),
        (b"C:\\a.txt", "leads out"),
        (b"\\\\server\\a", "leads out"),
        (b"a\nb.txt", r"a\nb.txt"),
        (b"a\0b.txt", r"a\x00b.txt"),
        (b"x/NUL.txt", "x/NUL.txt"),
        (b"com1", "com1"),
        (b"x" * 250, "can have a file called xxx"),
        (b"solution.py", "Assay needs itself"),
        (b"_assay/a", "Assay needs itself"),
    ],
)
def test_names_that_no_file_may_have(tmp_path: Path, name: bytes, says: str) -> None:
    stand_in = b"y" * len(name)
    made = renamed(zipped(tmp_path / "a.zip", {stand_in.decode(): b"mine"}), stand_in, name)
    assert says in refusal(made)


OF_TOOLS = (
    *("random.py", "Helper.PY", "solution.cpython-311-x86_64-linux-gnu.so", "more.pth", "old.pyc"),
    *("pytest.ini", ".pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml", ".coveragerc", "mypy.ini"),
    *("solution/__init__.py", "json/__init__.pyc", "__pycache__/solution.cpython-311.pyc", ".pytest_cache/v/x"),
    *("random.pyw", "matplotlibrc", ".numba_config.yaml", "mpl_toolkits/mplot3d/__init__.py", "Google/x/y/z.so"),
    *("evil.dist-info/entry_points.txt", "mutants/a.csv", "sitecustomize.py", "usercustomize.py", "test_more.py"),
)
AS_FILES = (
    "random.txt",
    "py",
    "json/a.py",
    "mine/json/__init__.py",
    "mine/conftest.py",
    "ada/homework/program.py",
    "google/maps.csv",
    "mine/matplotlibrc",
    "mine/setup.cfg",
    "json/a.json",
)


def test_what_python_or_its_tools_would_read_by_itself_is_set_aside_and_named(tmp_path: Path) -> None:
    made = zipped(tmp_path / "a.zip", dict.fromkeys((*OF_TOOLS, *AS_FILES), b"x"))
    with zipfile.ZipFile(made) as archive:
        archive.extractall(tmp_path / "all")
    found = read_inputs([Given.at(path) for path in sorted((tmp_path / "all").iterdir())], "", "python")
    assert set(found.files) == set(AS_FILES)
    assert sorted(found.code) == sorted(OF_TOOLS)
    assert "random.py was left out: at that place it would be taken for a part of the program" in " ".join(
        found.left_out
    )
    assert set(taken(made).files) == {f"a/{name}" for name in (*OF_TOOLS, *AS_FILES)}, "in a folder none is"
    assert laid_out({"x.py": b""}, "python").left_out, "what is alone is said as well"


@pytest.mark.parametrize("name", ["solution.py", "conftest.py", "_scenario/x", "_assay/a", "SOLUTION.PY"])
def test_what_lies_beside_a_program_takes_no_place_of_ours(name: str) -> None:
    with pytest.raises(BadFiles, match="Assay needs itself"):
        laid_out({name: b""}, "python")


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("names", [("a.txt", "A.TXT"), ("a", "a/b"), ("a/b", "A"), ("b", "b"), ("ß", "SS")])
def test_two_files_of_one_name(tmp_path: Path, names: tuple[str, str]) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for number, name in enumerate(["c", *names]):
            archive.writestr(zipfile.ZipInfo(name), str(number))
    assert "Two files would be called" in refusal(tmp_path / "a.zip")


def test_the_same_file_twice_is_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a")
    assert taken(tmp_path / "a.txt", tmp_path / "a.txt").files == {"a.txt": b"a"}


def test_a_zip_bomb_ends_by_what_comes_out_of_it_whatever_it_says(tmp_path: Path) -> None:
    size = MOST_FILE_BYTES + 10 * MEGABYTE
    made = zipped(tmp_path / "a.zip", {"zeros": bytes(size)})
    renamed(made, struct.pack("<L", size), struct.pack("<L", 10))  # what it says of itself
    assert refusal(made) in (TOO_LARGE, BROKEN)
    many = zipped(tmp_path / "b.zip", {f"zeros{number}": bytes(10 * MEGABYTE) for number in range(8)})
    assert refusal(many) == TOO_LARGE


def test_a_gigabyte_is_never_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "large.bin").open("wb") as file:
        file.truncate(1024 * MEGABYTE)
    tracemalloc.start()
    assert refusal(tmp_path / "large.bin") == TOO_LARGE
    assert tracemalloc.get_traced_memory()[1] < MOST_FILE_BYTES + 10 * MEGABYTE
    tracemalloc.stop()


def test_far_too_many_files_are_counted_as_they_come(tmp_path: Path) -> None:
    made = zipped(tmp_path / "a.zip", {f"d/{number}": b"" for number in range(3 * MOST_FILES)}, zipfile.ZIP_STORED)
    assert f"more than {MOST_FILES:,} files" in refusal(made)


@pytest.mark.parametrize("name", ["d/", "__MACOSX/", "e/.DS_Store", "l/nk"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_far_too_many_entries_that_are_passed_over_are_refused_before_they_are_looked_at(
    tmp_path: Path, name: str
) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for number in range(MOST_ENTRIES + 1):
            archive.writestr(zipfile.ZipInfo(f"{number}{name}" if name.endswith("/") else name), b"")
    assert "more than 10,000 entries" in refusal(tmp_path / "a.zip")


def test_a_table_of_a_hundred_thousand_entries_is_never_read(tmp_path: Path) -> None:
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, *[0] * 4, *[0] * 3, 1, *[0] * 4, 0, 0) + b"x"
    count = 100_000
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count & 0xFFFF, count & 0xFFFF, count * len(entry), 0, 0)
    (tmp_path / "a.zip").write_bytes(entry * count + end)
    tracemalloc.start()
    assert "more than 10,000 entries" in refusal(tmp_path / "a.zip")
    assert tracemalloc.get_traced_memory()[1] < MEGABYTE
    tracemalloc.stop()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_what_is_in_a_zip_again_and_again_is_not_read_each_time(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for _ in range(20):
            archive.writestr("same", bytes(10 * MEGABYTE))
    assert refusal(tmp_path / "a.zip") == TOO_LARGE


TOO_LARGE = "The files have more than 64 MB together."
BROKEN = "a.zip can't be unpacked: it is damaged, or packed in an unusual way."


def locked(path: Path) -> Path:
    """A zip whose entry says that it needs a password."""
    made = zipped(path, {"b.txt": b"b"})
    data = bytearray(made.read_bytes())
    for mark, flag in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + flag] |= 1
    made.write_bytes(data)
    return made


def cut_off(path: Path) -> Path:
    made = zipped(path, {"b.txt": os.urandom(1000)})
    made.write_bytes(made.read_bytes()[:600])
    return made


def packed_oddly(path: Path) -> Path:
    made = zipped(path, {"b.txt": b"b" * 100})
    return renamed(made, struct.pack("<H", zipfile.ZIP_DEFLATED), struct.pack("<H", 9))


def pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def folder(path: Path) -> Path:
    path.mkdir()
    return path


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path, "a.zip can't be read: it isn't there."),
        (folder, "There are no files in a.zip."),
        (lambda path: zipped(path, {}), "There are no files in a.zip."),
        (lambda path: zipped(path, {"d/": b"", ".DS_Store": b""}), "There are no files in a.zip."),
        (pipe, "a.zip is a device or a pipe, and no file."),
        (locked, "a.zip is locked with a password."),
        (cut_off, BROKEN),
        (packed_oddly, BROKEN),
        (lambda path: zipped(path, {"b": b"content"}, zipfile.ZIP_BZIP2), BROKEN),
        (lambda path: zipped(path, {"b": b"content"}, zipfile.ZIP_LZMA), BROKEN),
        (lambda path: renamed(zipped(path, {"b": b"content"}, 0), b"content", b"changed"), BROKEN),
        (lambda path: path.write_bytes(b"no zip") and path, BROKEN),
    ],
)
def test_what_can_not_be_taken_is_said_in_plain_words(tmp_path: Path, make: Callable[[Path], Path], says: str) -> None:
    assert says == refusal(make(tmp_path / "a.zip"))


def refusal(path: Path) -> str:
    with pytest.raises(BadFiles) as problem:
        taken(path)
    assert problem.value.advice
    return problem.value.message


def test_a_file_that_can_not_be_opened_or_vanishes_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_bytes(b"a")

    def refuse(path: Path, mode: str) -> io.BytesIO:
        raise PermissionError(13, "Permission denied", str(path))

    def vanish(path: Path, mode: str) -> io.FileIO:
        path.unlink()
        return io.FileIO(path)

    monkeypatch.setattr(Path, "open", refuse)  # whoever runs the tests may be allowed everything
    assert refusal(tmp_path / "a.txt") == "a.txt can't be read: Permission denied."
    assert refusal(tmp_path) == f"{tmp_path}/a.txt can't be read: Permission denied."
    monkeypatch.setattr(Path, "open", vanish)
    assert refusal(tmp_path / "a.txt") == "a.txt can't be read: it isn't there."
