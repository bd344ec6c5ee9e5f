"""Typed client for the Visibility Data Service API."""

from . import models
from ._core import File, Options, RateLimit
from .client import AsyncClient, Client
from .errors import ApiError, EventError, NoResponseError, RequestTimeoutError, VisibilityError
from .webhooks import EVENT_TYPES, parse_event, sign_message, sign_payload, verify_message, verify_signature

__version__ = "1.0.0-rc.1"

__all__ = [
    "EVENT_TYPES",
    "ApiError",
    "AsyncClient",
    "Client",
    "EventError",
    "File",
    "NoResponseError",
    "Options",
    "RateLimit",
    "RequestTimeoutError",
    "VisibilityError",
    "models",
    "parse_event",
    "sign_message",
    "sign_payload",
    "verify_message",
    "verify_signature",
]
