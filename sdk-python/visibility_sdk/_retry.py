"""When a request is sent again, and after how long."""

from __future__ import annotations

import random
import re
import time
from datetime import timezone
from email.utils import parsedate_to_datetime

FIRST = 0.5
LONGEST = 8.0
# Spreads retries, so that rejected clients do not all come back at the same time.
SPREAD = 0.25


def may_retry(status: int, *, is_repeatable: bool, retry_after: float | None) -> bool:
    """A 429 was not processed, so any request can be sent again. After other statuses, only repeatable ones."""
    if status == 429:
        return True
    # A 409 with Retry-After: the first attempt is still running.
    return is_repeatable and (status in (502, 503, 504) or (status == 409 and retry_after is not None))


def retry_delay(retries: int, *, retry_after: float | None, max_delay: float) -> float | None:
    """Seconds before the next attempt; None if the server asks for more than the maximum."""
    if retry_after is None:
        return min(max_delay, min(LONGEST, FIRST * 2**retries) * random.uniform(0.5, 1))
    return None if retry_after > max_delay else retry_after + random.uniform(0, SPREAD)


def retry_after_seconds(value: str | None, *, date: str | None = None) -> float | None:
    """`Retry-After` in seconds, from either of its two forms; None if it is missing or invalid."""
    text = (value or "").strip()
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        return float(text)
    then = _timestamp(text)
    if then is None:
        return None
    # Measured with the server's clock if it sends one: the clocks may differ by more than the delay.
    sent_at = _timestamp(date or "")
    return max(0.0, then - (time.time() if sent_at is None else sent_at))


def _timestamp(text: str) -> float | None:
    try:
        parsed = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return (parsed if parsed.tzinfo else parsed.replace(tzinfo=timezone.utc)).timestamp()
