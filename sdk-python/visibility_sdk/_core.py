"""A call from its arguments to its result, without input or output: the clients send and wait for it."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, TypedDict, Union
from urllib.parse import quote, urlsplit

import httpx

from ._retry import may_retry, retry_after_seconds, retry_delay
from .errors import ApiError, NoResponseError, RequestTimeoutError, VisibilityError


class Options(TypedDict, total=False):
    """Options for one call."""

    #: Seconds for each step: connect, send, receive.
    timeout: float
    max_retries: int
    headers: Mapping[str, str]
    #: For POST requests: requests with the same key are processed once. Default: a random key.
    idempotency_key: str


@dataclass(frozen=True)
class RateLimit:
    """The hourly limit, from the latest response."""

    limit: int
    remaining: int
    resets_at: datetime


@dataclass(frozen=True)
class File:
    """A downloaded file."""

    name: str
    type: str
    content: bytes = field(repr=False)


@dataclass
class Settings:
    base_url: str
    api_key: str = field(repr=False)
    timeout: float = 60.0
    max_retries: int = 2
    max_retry_delay: float = 60.0
    headers: Mapping[str, str] = field(default_factory=dict)
    rate_limit: RateLimit | None = None

    def __post_init__(self) -> None:
        self.base_url = read_base_url(self.base_url)
        if not isinstance(self.api_key, str) or not self.api_key:
            raise TypeError("api_key is missing or empty. Check the setting that holds it.")
        # Other characters are invalid in a header, and the error would show the key.
        if not re.fullmatch(r"[!-~]+", self.api_key):
            raise ValueError("api_key contains spaces or other invalid characters")


@dataclass(frozen=True)
class Call:
    method: str
    #: Relative to /api/v1.
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None

    @property
    def operation(self) -> str:
        return f"{self.method} /api/v1{self.path}"


#: Simulating a month takes longer than the default timeout.
SLOW = {"/sandbox/advance": 300.0}

#: What a client does next: send a request (arguments of `build_request`), or wait for some seconds.
Step = Union["dict[str, Any]", float]
Outcome = Union[httpx.Response, httpx.RequestError, None]


def exchange(settings: Settings, call: Call, options: Options | None) -> Generator[Step, Outcome, httpx.Response]:
    """Sends a request and retries it, until it succeeds or must not be retried."""
    given: Options = options or {}
    request = prepare(settings, call, given)
    max_retries = given.get("max_retries", settings.max_retries)
    retries = 0
    while True:
        outcome = yield request
        if isinstance(outcome, httpx.Response):
            settings.rate_limit = read_rate_limit(outcome.headers) or settings.rate_limit
            if outcome.is_success:
                return outcome
        error = error_of(call, outcome)
        delay = delay_after(error, call, retries, settings) if retries < max_retries else None
        if delay is None:
            raise error from (outcome if isinstance(outcome, Exception) else None)
        yield delay
        retries += 1


def prepare(settings: Settings, call: Call, options: Options) -> dict[str, Any]:
    headers = httpx.Headers({"accept": "application/json", "user-agent": "visibility-sdk-python"})
    headers.update(dict(settings.headers))
    headers.update(dict(options.get("headers", {})))
    headers["authorization"] = f"Bearer {settings.api_key}"
    # Generated once for all attempts, so that a retry is not processed twice.
    if call.method == "POST":
        headers["idempotency-key"] = options.get("idempotency_key") or str(uuid.uuid4())
    request = {
        "method": call.method,
        "url": f"{settings.base_url}/api/v1{call.path}",
        "params": {name: query_value(value) for name, value in call.query.items() if value is not None},
        "headers": headers,
        "timeout": options.get("timeout", SLOW.get(call.path, settings.timeout)),
    }
    if call.body is not None:
        headers["content-type"] = "application/json"
        request["content"] = json.dumps(call.body, ensure_ascii=False, allow_nan=False).encode()
    return request


def query_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def path_of(template: str, **ids: str) -> str:
    """The path of a record, with encoded ids. Rejects ids that would change the path."""
    for name, value in ids.items():
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"Invalid {name}: {value!r}")
    return template.format(**{name: quote(value, safe="") for name, value in ids.items()})


def delay_after(error: VisibilityError, call: Call, retries: int, settings: Settings) -> float | None:
    is_repeatable = call.method in ("GET", "POST")
    retry_after = error.retry_after if isinstance(error, ApiError) else None
    if isinstance(error, ApiError):
        is_worth_it = may_retry(error.status, is_repeatable=is_repeatable, retry_after=retry_after)
    else:
        is_worth_it = is_repeatable
    if not is_worth_it:
        return None
    return retry_delay(retries, retry_after=retry_after, max_delay=settings.max_retry_delay)


def error_of(call: Call, outcome: Outcome) -> VisibilityError:
    if isinstance(outcome, httpx.Response):
        return api_error(call, outcome)
    if isinstance(outcome, httpx.TimeoutException):
        return RequestTimeoutError(f"{call.operation} timed out")
    return NoResponseError(f"{call.operation} got no response: {outcome}")


def api_error(call: Call, response: httpx.Response) -> ApiError:
    headers = response.headers
    return ApiError(
        call.operation,
        status=response.status_code,
        detail=detail_of(response),
        request_id=headers.get("x-request-id"),
        retry_after=retry_after_seconds(headers.get("retry-after"), date=headers.get("date")),
    )


def detail_of(response: httpx.Response) -> str:
    if response.has_redirect_location:
        return f"The server redirects to {response.headers['location']}. Check base_url."
    body = parse_json(response)
    detail = body.get("detail") if isinstance(body, dict) else None
    return detail if isinstance(detail, str) else "Not a response of this API. Check base_url."


def read_json(call: Call, response: httpx.Response) -> Any:
    if response.status_code == 204:
        return None
    body = parse_json(response)
    if not isinstance(body, dict):
        raise api_error(call, response)
    return body


def read_file(response: httpx.Response) -> File:
    name = re.search(r'filename="([^"]+)"', response.headers.get("content-disposition", ""))
    file_type = response.headers.get("content-type", "application/octet-stream")
    return File(name=name[1] if name else "report", type=file_type, content=response.content)


def parse_json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def read_rate_limit(headers: httpx.Headers) -> RateLimit | None:
    try:
        limit, remaining, reset = (int(headers[f"x-ratelimit-{name}"]) for name in ("limit", "remaining", "reset"))
    except (KeyError, ValueError):
        return None
    return RateLimit(limit, remaining, datetime.fromtimestamp(reset, timezone.utc))


def read_base_url(base_url: str) -> str:
    """The address without `/api/v1`, which is optional in the input."""
    if not isinstance(base_url, str) or not base_url.strip():
        raise TypeError("base_url is missing. Set it to the address of the service, such as https://visibility.example")
    parts = urlsplit(base_url.strip())
    # The value is not shown below: it may contain a password.
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("base_url must be an http or https address")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("base_url must not contain a user name, a query or a fragment")
    return re.sub(r"(/api/v1)?/*$", "", f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}")
