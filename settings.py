"""Every environment variable that Assay reads, in one place, read once at the start."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The settings of one start of the app; `Settings()` reads the environment.

    Raises `pydantic.ValidationError` where a variable holds something that can't be used.
    """

    model_config = SettingsConfigDict(frozen=True, env_ignore_empty=True)

    home: Path = Field(default_factory=lambda: user_data_path("assay"), validation_alias="ASSAY_HOME")
    database_url: str | None = Field(default=None, validation_alias="ASSAY_DATABASE_URL")
    sandbox: str = Field(default="auto", validation_alias="ASSAY_SANDBOX")
    ollama_host: str = Field(default="http://127.0.0.1:11434", validation_alias="OLLAMA_HOST")
    ollama_models: Path | None = Field(default=None, validation_alias="OLLAMA_MODELS")
    anthropic_api_key: SecretStr | None = Field(default=None, validation_alias="ANTHROPIC_API_KEY")
    anthropic_base_url: str = Field(default="https://api.anthropic.com", validation_alias="ANTHROPIC_BASE_URL")
    auth: SecretStr | None = Field(default=None, validation_alias="ASSAY_AUTH")
    no_proxy: str = Field(default="", validation_alias="NO_PROXY")
    docker_host: str | None = Field(default=None, validation_alias="DOCKER_HOST")

    @property
    def database(self) -> str:
        """The SQLAlchemy URL of the history: the one that was set, else a file in `home`."""
        return self.database_url or f"sqlite:///{self.home / 'assay.db'}"

    @property
    def packages(self) -> Path:
        """The folder in which packages are kept that programs asked for."""
        return self.home / "packages"

    @property
    def browser_parts(self) -> Path:
        """The folder in which is kept what programs need that are to run in a browser."""
        return self.home / "browser"


LOOPBACK = ("localhost", "127.0.0.1", "::1")


def loopback_missing(no_proxy: str) -> list[str]:
    """The names of this computer that are absent from a NO_PROXY variable."""
    present = no_proxy.replace(" ", "").split(",")
    return [] if "*" in present else [host for host in LOOPBACK if host not in present]


def keep_loopback_direct() -> None:
    """Make every HTTP client of this process reach loopback without a proxy.

    Where `HTTP_PROXY` is set without `NO_PROXY`, Ollama on the own machine would be asked for
    through the company's proxy, which can't reach it.
    """
    # Some libraries read the one, some the other, and none reads both.
    for name in ("NO_PROXY", "no_proxy"):
        set_so_far = os.environ.get(name, "")
        present = [part for part in set_so_far.split(",") if part]
        os.environ[name] = ",".join(present + loopback_missing(set_so_far))
