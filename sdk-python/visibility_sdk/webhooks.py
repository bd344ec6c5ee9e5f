"""Verifies webhook deliveries: the Standard Webhooks headers, or `X-Service-Signature` alone."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Union, cast, get_args

from .errors import EventError
from .models import Event, EventType

RawBody = Union[str, bytes]
#: One secret, or several during a rotation. A signature by any of them is valid.
Secrets = Union[str, Sequence[str]]

EVENT_TYPES: tuple[EventType, ...] = get_args(EventType)


def parse_event(
    body: RawBody,
    headers: Mapping[str, str] | str | None,
    secret: Secrets,
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> Event:
    """Verifies a delivery and returns its event. Raises `EventError` if it is invalid.

    Pass the request's headers to verify the three `webhook-*` headers, which also rejects replayed deliveries. Pass
    only the value of `X-Service-Signature` to verify that signature alone.
    """
    checked_secrets(secret)
    if headers is None or isinstance(headers, str):
        if not verify_signature(body, headers, secret):
            raise _wrong_signature()
        return _read_event(body)
    event_id = _check_message(body, headers, secret, tolerance_seconds, time.time() if now is None else now)
    event = _read_event(body)
    if event["id"] != event_id:
        raise EventError("body", "The event id does not match the webhook-id header")
    return event


def verify_signature(body: RawBody, signature: str | None, secret: Secrets) -> bool:
    """Whether `X-Service-Signature` was created with your secret over exactly this body."""
    text, secrets = _to_bytes(body), checked_secrets(secret)
    if not re.fullmatch(r"sha256=[0-9a-f]{64}", signature or ""):
        return False
    return any([hmac.compare_digest(sign_payload(text, one), signature or "") for one in secrets])


def sign_payload(body: RawBody, secret: str) -> str:
    """The value of `X-Service-Signature` for a body. For tests of your receiver."""
    (key,) = checked_secrets(secret)
    return f"sha256={hmac.new(key.encode(), _to_bytes(body), hashlib.sha256).hexdigest()}"


def verify_message(body: RawBody, signatures: str, secret: Secrets, *, id: str, timestamp: str) -> bool:
    """Whether one of the signatures in `webhook-signature` was created with your secret over id, timestamp and body."""
    expected = [sign_message(body, one, id=id, timestamp=timestamp).encode() for one in checked_secrets(secret)]
    given = [one.encode() for one in signatures.split(" ")]
    return any([hmac.compare_digest(one, other) for one in given for other in expected])


def sign_message(body: RawBody, secret: str, *, id: str, timestamp: str) -> str:
    """The value of `webhook-signature` for a message. For tests of your receiver."""
    (key,) = checked_secrets(secret)
    message = f"{id}.{timestamp}.".encode() + _to_bytes(body)
    digest = hmac.new(_standard_key(key), message, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def checked_secrets(secret: Secrets) -> list[str]:
    """Anyone can sign with an empty secret, so a missing setting must not be accepted as one."""
    secrets = [secret] if isinstance(secret, str) else list(secret or [])
    if secrets and all(isinstance(one, str) and one for one in secrets):
        return secrets
    raise TypeError("The webhook secret is missing or empty. Check the setting that holds it.")


def _standard_key(secret: str) -> bytes:
    """After `whsec_`, the secret is the base64-encoded key. Any other secret is used as the key itself."""
    encoded = re.fullmatch(r"whsec_([A-Za-z0-9+/]+)(={0,2})", secret)
    if not encoded:
        return secret.encode()
    try:
        return base64.b64decode(encoded[1] + (encoded[2] or "=" * (-len(encoded[1]) % 4)), validate=True)
    except binascii.Error:
        return secret.encode()


def _check_message(
    body: RawBody, headers: Mapping[str, str], secret: Secrets, tolerance_seconds: float, now: float
) -> str:
    lower = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not lower.get(name):
            raise EventError("headers", f"The {name} header is missing")
    event_id, timestamp = lower["webhook-id"], lower["webhook-timestamp"]
    if not verify_message(body, lower["webhook-signature"], secret, id=event_id, timestamp=timestamp):
        raise _wrong_signature()
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(now - int(timestamp)) > tolerance_seconds:
        raise EventError("timestamp", f"The webhook-timestamp is outside the tolerance of {tolerance_seconds:g} s")
    return event_id


def _wrong_signature() -> EventError:
    return EventError("signature", "The signature does not match the body. Respond with 401 and ignore the delivery.")


def _read_event(body: RawBody) -> Event:
    try:
        event: Any = json.loads(_to_bytes(body))
    except ValueError:
        event = None
    is_event = isinstance(event, dict) and isinstance(event.get("data"), dict)
    if not is_event or not all(isinstance(event.get(name), str) for name in ("id", "type", "created_at")):
        raise EventError("body", "The body is not an event")
    if event["type"] not in EVENT_TYPES:
        raise EventError("type", f"Unknown event type {event['type']!r}. Update this package to support it.")
    return cast(Event, event)


def _to_bytes(body: RawBody) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError(
        "Pass the raw request body (text or bytes), not an object that a framework has parsed. "
        "Serializing it again changes the bytes, so the signature never matches."
    )
