from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cancel import Cancel
from languages.packages import Doubt, Inventory, PackageProblem, PackageSet
from languages.python.packages import resolving
from languages.python.packages.fetching import FOLDER, NEWER, fetch
from languages.python.packages.resolving import MOST_BYTES
from languages.python.packages.sources import Sources
from tests.fakes.package_index import Package, Release, package_index

THERE = Inventory("3.13.5", "x86_64-linux", {"packaging": "26.3"})
YESTERDAY = (datetime.now(UTC) - timedelta(days=1)).isoformat()
LAST_MONTH = (datetime.now(UTC) - timedelta(days=30)).isoformat()
WELL_KNOWN = {"tinyrates": Package((Release("1.0", needs=("tinymoney>=1",)),)), "tinymoney": Package()}


def fetched(sources: Sources, cache: Path, *wanted: str) -> PackageSet:
    return fetch(wanted, THERE, cache, Cancel(), lambda _: None, sources=sources)


def kept_in(cache: Path) -> list[str]:
    return [path.name for path in cache.iterdir() if path.is_dir() and path.name != "uv"]


def test_packages_come_with_what_they_need_and_are_fetched_once(tmp_path: Path) -> None:
    with package_index(WELL_KNOWN) as index:
        made = fetched(index.sources, tmp_path, "tinyrates")
        assert made.pins == ("tinymoney==1.0", "tinyrates==1.0")
        assert {path.name for path in made.folder.glob("*.py")} == {"tinyrates.py", "tinymoney.py"}
        assert made.folder.name == FOLDER
        before = made.folder.stat().st_ino
        assert fetched(index.sources, tmp_path, "tinyrates") == made
        assert made.folder.stat().st_ino == before


def test_two_runs_that_fetch_the_same_at_once_get_the_same(tmp_path: Path) -> None:
    with package_index(WELL_KNOWN) as index, ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: fetched(index.sources, tmp_path, "tinyrates"), range(4)))
    assert len(set(made)) == 1
    assert [path.name for path in tmp_path.iterdir() if path.is_dir() and path.name != "uv"] == [
        made[0].folder.parent.name
    ]


PARTS = ("part-one", "part-two")
BAD = {
    "invented": (Package(), "There is no package called other"),
    "young": (Package((Release(uploaded=LAST_MONTH),)), "too young to be trusted"),
    "hardly used": (Package(downloads=12), "it was fetched 12 times last month"),
    "of unknown use": (Package(downloads=None), "it isn't known how many do"),
    "that brings a module of Python's": (Package((Release(files={"platform.py": ""}),)), "a module called platform"),
    "that brings a tool's module": (Package((Release(files={"_pytest/__init__.py": ""}),)), "a module called _pytest"),
    "malicious": (Package(malicious="MAL-2026-1"), "known to be malicious (MAL-2026-1)"),
    "without a wheel": (Package((Release(is_wheel=False),)), "can't be had"),
    "too large": (Package((Release(says={"size": MOST_BYTES + 1}),)), "packages with 300 MB"),
    "not what the index says": (Package((Release(says={"hashes": {"sha256": "0" * 64}}),)), "can't be had"),
    "needs another than is there": (Package((Release(needs=("packaging<20",)),)), "can't be had together"),
    "needs too many": (Package((Release(needs=PARTS),)), "3 packages"),
}


@pytest.mark.parametrize(("package", "said"), BAD.values(), ids=BAD)
def test_a_bad_package_is_refused_and_it_is_said_what_is_there_instead(
    package: Package, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = "other" if "no package" in said else "strange"
    monkeypatch.setattr(resolving, "MOST_PACKAGES", len(PARTS))
    with (
        package_index({"strange": package, **dict.fromkeys(PARTS, Package())}) as index,
        pytest.raises(PackageProblem) as problem,
    ):
        fetched(index.sources, tmp_path, wanted)
    assert said in problem.value.message
    assert "openpyxl" in problem.value.hint
    assert not kept_in(tmp_path)


def test_a_package_that_few_use_is_taken_if_the_person_says_so(tmp_path: Path) -> None:
    with package_index({"tinyrates": Package(downloads=12)}) as index:
        with pytest.raises(PackageProblem) as problem:
            fetched(index.sources, tmp_path, "tinyrates")
        assert problem.value.doubts == (Doubt("tinyrates", "2020-01-01", 12),)
        allowed = fetch(
            ["tinyrates"], THERE, tmp_path, Cancel(), lambda _: None, allowed=["TinyRates"], sources=index.sources
        )
        assert allowed.pins == ("tinyrates==1.0",)
        with pytest.raises(PackageProblem, match="no package called"):
            fetch(["other"], THERE, tmp_path, Cancel(), lambda _: None, allowed=["other"], sources=index.sources)


def test_a_name_like_that_of_a_well_known_one_is_said(tmp_path: Path) -> None:
    with package_index({"reqeusts": Package(downloads=3)}) as index, pytest.raises(PackageProblem, match="requests"):
        fetched(index.sources, tmp_path, "reqeusts")


def test_what_was_uploaded_this_week_is_not_taken_yet(tmp_path: Path) -> None:
    releases = (Release("1.0"), Release("1.1", uploaded=YESTERDAY))
    with package_index({"tinyrates": Package(releases)}) as index:
        assert fetched(index.sources, tmp_path, "tinyrates").pins == ("tinyrates==1.0",)


def test_a_version_that_is_wanted_for_what_it_repairs_may_be_young_and_comes_before_what_is_there(
    tmp_path: Path,
) -> None:
    releases = (Release("1.0"), Release("1.1", needs=("tinymoney",), uploaded=YESTERDAY))
    there = replace(THERE, packages={**THERE.packages, "tinyrates": "1.0"})
    with package_index({"tinyrates": Package(releases, downloads=None), "tinymoney": Package()}) as index:
        made = fetch(["tinyrates>=1.1"], there, tmp_path, Cancel(), lambda _: None, sources=index.sources)
    assert made.pins == ("tinymoney==1.0", "tinyrates==1.1")
    assert {path.relative_to(made.folder).as_posix() for path in made.folder.rglob("*.py")} == {
        "tinymoney.py",
        f"{NEWER}/tinyrates.py",
    }


def test_an_index_that_tells_no_ages_is_used_and_it_is_said(tmp_path: Path) -> None:
    said: list[str] = []
    with package_index({"emoji": Package((Release("99.0", uploaded=""),))}) as index:
        made = fetch(["emoji"], THERE, tmp_path, Cancel(), said.append, sources=index.sources)
    assert made.pins == ("emoji==99.0",)
    assert "doesn't say how old" in " ".join(said)


def test_the_first_of_several_indexes_counts_most(tmp_path: Path) -> None:
    ours, others = Package(), Package((Release("9.0"),))
    with package_index({"tinyrates": ours}) as first, package_index({"tinyrates": others}) as second:
        both = replace(first.sources, indexes=(*first.sources.indexes, *second.sources.indexes))
        assert fetched(both, tmp_path, "tinyrates").pins == ("tinyrates==1.0",)


def test_an_index_that_breaks_is_not_one_that_lacks_the_package(tmp_path: Path) -> None:
    with package_index({}) as index:
        broken = replace(index.sources, indexes=(index.sources.indexes[0].replace("/simple", "/broken"),))
        with pytest.raises(PackageProblem, match="index can't be reached"):
            fetched(broken, tmp_path, "tinyrates")


def test_certificates_may_have_names_in_any_encoding() -> None:
    Sources(certificates="# Issuer: F\u0151tan\u00fas\u00edtv\u00e1ny\n".encode("iso8859_2")).client().close()


def test_without_an_index_it_is_said_what_is_there(tmp_path: Path) -> None:
    nobody = Sources(("http://127.0.0.1:9/simple",), "http://127.0.0.1:9/v1/query", "http://127.0.0.1:9/api")
    for name in ("tinyrates", "rich"):  # of which nobody has to look up the second, for many use it
        with pytest.raises(PackageProblem, match="index can't be reached") as problem:
            fetched(nobody, tmp_path, name)
        assert problem.value.hint.startswith("These are there: numpy")


def test_no_code_of_a_package_runs_while_it_is_fetched(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    evil = f"import pathlib; pathlib.Path({str(ran)!r}).touch()"
    files = {"tinyrates.py": evil, "tinyrates.pth": evil, "setup.py": evil}
    with package_index({"tinyrates": Package((Release(files=files),))}) as index:
        fetched(index.sources, tmp_path / "cache", "tinyrates")
    assert not ran.exists()
