"""Sends calls with httpx: blocking, and with asyncio or trio."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

import anyio
import httpx

from ._core import Call, File, Options, Outcome, Settings, Step, exchange, read_file, read_json

LONGEST_PAGE = 100


class SyncTransport:
    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings = settings
        self.http = http

    def json(self, call: Call, options: Options | None) -> Any:
        return read_json(call, self.send(call, options))

    def file(self, call: Call, options: Options | None) -> File:
        return read_file(self.send(call, options))

    def send(self, call: Call, options: Options | None) -> httpx.Response:
        steps = exchange(self.settings, call, options)
        outcome: Outcome = None
        try:
            while True:
                outcome = self.take(steps.send(outcome))
        except StopIteration as finished:
            return finished.value

    def take(self, step: Step) -> Outcome:
        if not isinstance(step, dict):
            time.sleep(step)
            return None
        try:
            return self.http.send(self.http.build_request(**step))
        except httpx.RequestError as error:
            return error

    def pages(self, path: str, query: Mapping[str, Any], key: Sequence[str], options: Options | None) -> Iterator[Any]:
        """Every record of a list, fetched page by page. A record that moved to the next page is returned once."""
        pages = Pages(query, key)
        while pages.has_more:
            yield from pages.new_records(self.json(Call("GET", path, pages.query()), options))


class AsyncTransport:
    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings = settings
        self.http = http

    async def json(self, call: Call, options: Options | None) -> Any:
        return read_json(call, await self.send(call, options))

    async def file(self, call: Call, options: Options | None) -> File:
        return read_file(await self.send(call, options))

    async def send(self, call: Call, options: Options | None) -> httpx.Response:
        steps = exchange(self.settings, call, options)
        outcome: Outcome = None
        try:
            while True:
                outcome = await self.take(steps.send(outcome))
        except StopIteration as finished:
            return finished.value

    async def take(self, step: Step) -> Outcome:
        if not isinstance(step, dict):
            await anyio.sleep(step)
            return None
        try:
            return await self.http.send(self.http.build_request(**step))
        except httpx.RequestError as error:
            return error

    async def pages(
        self, path: str, query: Mapping[str, Any], key: Sequence[str], options: Options | None
    ) -> AsyncIterator[Any]:
        pages = Pages(query, key)
        while pages.has_more:
            for record in pages.new_records(await self.json(Call("GET", path, pages.query()), options)):
                yield record


class Pages:
    """Where an iteration is: new records at the start of a list shift others to the next page."""

    def __init__(self, query: Mapping[str, Any], key: Sequence[str]) -> None:
        self.given = query
        self.key = key
        self.page: int = query.get("page") or 1
        self.before: list[Any] = []
        self.has_more = True

    def query(self) -> dict[str, Any]:
        return {**self.given, "page": self.page, "per_page": self.given.get("per_page") or LONGEST_PAGE}

    def new_records(self, answer: Any) -> list[Any]:
        records, meta = answer["data"], answer["meta"]
        ids = [[record[name] for name in self.key] for record in records]
        fresh = [record for record, one in zip(records, ids) if one not in self.before]
        self.has_more = bool(records) and self.page * meta["per_page"] < meta["total"]
        self.before = ids
        self.page += 1
        return fresh
