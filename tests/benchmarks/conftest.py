from tests.sandbox.conftest import engine, image

__all__ = ["engine", "image"]
