"""`Client` and `AsyncClient`: the same resources, the second with `await`."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType

import httpx

from . import _async_resources, _resources
from ._core import RateLimit, Settings
from ._transports import AsyncTransport, SyncTransport


class Client(_resources.Resources):
    """A client for one workspace, selected by the API key. Close it, or use it in a `with` block."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 60.0,
        max_retries: int = 2,
        max_retry_delay: float = 60.0,
        headers: Mapping[str, str] | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._settings = Settings(base_url, api_key, timeout, max_retries, max_retry_delay, headers or {})
        self._http = http or httpx.Client()
        super().__init__(SyncTransport(self._settings, self._http))

    @property
    def rate_limit(self) -> RateLimit | None:
        """The hourly rate limit from the latest response; None before the first one."""
        return self._settings.rate_limit

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient(_async_resources.Resources):
    """Like `Client`, for asyncio and trio. Close it, or use it in an `async with` block."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 60.0,
        max_retries: int = 2,
        max_retry_delay: float = 60.0,
        headers: Mapping[str, str] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = Settings(base_url, api_key, timeout, max_retries, max_retry_delay, headers or {})
        self._http = http or httpx.AsyncClient()
        super().__init__(AsyncTransport(self._settings, self._http))

    @property
    def rate_limit(self) -> RateLimit | None:
        """The hourly rate limit from the latest response; None before the first one."""
        return self._settings.rate_limit

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
