"""Everything a call raises. Invalid arguments raise `TypeError` or `ValueError` before anything is sent."""

from __future__ import annotations


class VisibilityError(Exception):
    """Base class of the errors of this package."""


class ApiError(VisibilityError):
    """The server returned an error status."""

    def __init__(
        self, operation: str, *, status: int, detail: str, request_id: str | None, retry_after: float | None
    ) -> None:
        super().__init__(f"{operation} returned {status}: {detail}")
        self.status = status
        self.detail = detail
        #: Quote this id when you ask the server's operator about the error.
        self.request_id = request_id
        #: Seconds that the server asks you to wait before the next attempt.
        self.retry_after = retry_after


class NoResponseError(VisibilityError):
    """The server is unreachable or the connection broke. `__cause__` is the error of httpx."""


class RequestTimeoutError(NoResponseError):
    """No response within the timeout."""


class EventError(VisibilityError):
    """A delivery to reject. Respond with `status`."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        #: `headers`, `signature`, `timestamp`, `body` or `type`.
        self.reason = reason
        # An unknown type gets a 200: a retry would not help.
        self.status = {"body": 400, "type": 200}.get(reason, 401)
