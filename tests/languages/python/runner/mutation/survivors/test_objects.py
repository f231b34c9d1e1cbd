"""What tests do with objects, as source that does it again."""

from __future__ import annotations

from typing import Any

import pytest

from languages.python.runner.mutation.survivors.objects import Objects

NAMES = ("Item", "Stock", "stock")


class Item:
    def __init__(self, name: str) -> None:
        self.name = name


class Stock:
    def __init__(self) -> None:
        self.items: list[str] = []
        self.limit = 3

    def add(self, item: Item) -> None:
        self.items.append(item.name)


@pytest.fixture
def objects() -> Any:
    return Objects(__name__, NAMES)


def test_a_call_comes_with_all_that_led_to_its_objects(objects: Any) -> None:
    item, stock = Item("tea"), Stock()
    assert objects.made(objects.call("Item", ["tea"], {}), item)
    assert objects.made(objects.call("Stock", [], {}), stock)
    stock.add(item)
    add = objects.call("add", [item], {}, owner=stock)
    assert objects.script(add) == ["item = Item('tea')", "the_stock = Stock()", "the_stock.add(item)"]
    assert not objects.made(add, None)
    read = list(objects.read({"items", "add", "append"}))
    assert read == [[*objects.script(add), "the_stock.items"]]


def test_what_cannot_be_written_is_no_input(objects: Any) -> None:
    with pytest.raises(ValueError, match="Item"):
        objects.call("add", [Item("tea")], {})


def test_nobody_follows_many_steps(objects: Any) -> None:
    stock = Stock()
    objects.made(objects.call("Stock", [], {}), stock)
    for _ in range(11):
        objects.made(objects.call("count", ["tea"], {}, owner=stock), None)
    with pytest.raises(ValueError, match="Stock"):
        objects.call("count", ["tea"], {}, owner=stock)
