"""Every environment variable that Assay reads, in one place, read once at the start."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from environment import ollama_address, unusable_proxies


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
    unusable_proxies: tuple[str, ...] = Field(default_factory=unusable_proxies)
    docker_host: str | None = Field(default=None, validation_alias="DOCKER_HOST")

    @field_validator("ollama_host")
    @classmethod
    def _as_it_is_called(cls, host: str) -> str:
        return ollama_address(host) or host  # what is no address is told where it is needed

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

    @property
    def advisories(self) -> Path:
        """The file in which is kept what is known of vulnerabilities in packages."""
        return self.home / "advisories.db"
