"""Objects that answer for others: metaclasses, `__getattr__`, context managers, generators."""

import contextlib
import ctypes
import gc
import weakref


class Registry(type):
    known = {}

    def __new__(cls, name, bases, body):
        made = super().__new__(cls, name, bases, body)
        cls.known[name] = made
        return made


class Shape(metaclass=Registry):
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is KeyError


class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)

    def __eq__(self, other):
        return self._target == other


def wrap_around(number):
    return ctypes.c_uint8(number).value


def primes():
    found = []
    number = 2
    while True:
        if all(number % prime for prime in found):
            found.append(number)
            yield number
        number += 1


@contextlib.contextmanager
def forgotten(value):
    reference = weakref.ref(value)
    yield reference
    del value
    gc.collect()


# --- its tests ---
import itertools

from solution import Proxy, Registry, Shape, forgotten, primes, wrap_around


def test_registers():
    class Circle(Shape):
        pass

    assert Registry.known["Circle"] is Circle


def test_swallows_what_is_missing():
    with Shape() as shape:
        assert isinstance(shape, Shape)
        {}["x"]
    assert wrap_around(257) == 1


def test_is_like_what_is_behind():
    proxy = Proxy([1, 2])
    assert proxy == [1, 2]
    assert proxy.index(2) == 1


def test_primes():
    assert list(itertools.islice(primes(), 4)) == [2, 3, 5, 7]


def test_forgets():
    with forgotten({1, 2}) as reference:
        assert reference() == {1, 2}
