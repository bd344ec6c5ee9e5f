"""Run by server/test/system/python-client.test.ts, which provides a server, a key and signed deliveries."""

from __future__ import annotations

import asyncio
import json
import os
import unittest
import unittest.mock
from collections.abc import Callable
from typing import Any

import httpx

import visibility_sdk
from visibility_sdk import ApiError, AsyncClient, Client, EventError, NoResponseError, RequestTimeoutError, parse_event
from visibility_sdk._retry import retry_after_seconds

URL, KEY = os.environ["VISIBILITY_URL"], os.environ["VISIBILITY_API_KEY"]
SETTINGS: Any = json.loads(os.environ["PYTHON_TEST"])


class Sandbox(unittest.TestCase):
    """Against a running server."""

    def test_lists_one_page_and_all_pages(self) -> None:
        with Client(URL + "/api/v1/", KEY) as client:
            page = client.keywords.list(per_page=5)
            self.assertEqual((len(page["data"]), page["meta"]["per_page"]), (5, 5))
            words = [row["keyword"] for row in client.keywords.iterate(per_page=5)]
            self.assertEqual((len(words), len(set(words))), (page["meta"]["total"], page["meta"]["total"]))
            assert client.rate_limit
            self.assertGreater(client.rate_limit.remaining, 0)

    def test_creates_changes_and_deletes(self) -> None:
        with Client(URL, KEY) as client:
            made = client.keywords.create({"keyword": "python “ü” 鞋", "tags": ["py"]})
            many = client.keywords.create({"keywords": [{"keyword": "python one"}, {"keyword": "python two"}]})
            changed = client.keywords.change(made["keyword_id"], {"status": "paused"})
            self.assertEqual((changed["status"], changed["keyword"]), ("paused", "python “ü” 鞋"))
            for row in [made, *many["data"]]:
                client.keywords.delete(row["keyword_id"])
            with self.assertRaises(ApiError) as caught:
                client.keywords.get(made["keyword_id"])
            self.assertEqual((caught.exception.status, caught.exception.detail), (404, "Keyword not found"))
            self.assertTrue(caught.exception.request_id)
            self.assertNotIn(KEY, repr(vars(client)) + str(caught.exception))

    def test_returns_settings_when_asked(self) -> None:
        with Client(URL, KEY) as client:
            keyword_id = client.keywords.list()["data"][0]["keyword_id"]
            alert = client.alerts.create(
                {"name": "py", "keyword_id": keyword_id, "condition": "below", "threshold": 1}, include="settings"
            )
            self.assertEqual(alert["email"], "off")
            client.alerts.delete(alert["alert_id"])

    def test_downloads_a_file(self) -> None:
        with Client(URL, KEY) as client:
            file = client.reports.preview({"name": "py", "format": "csv", "schedule": "weekly"})
            self.assertTrue(file.name.endswith(".csv"))
            self.assertIn(b"keyword", file.content)

    def test_async_has_the_same_methods(self) -> None:
        async def use() -> tuple[list[str], list[str]]:
            async with AsyncClient(URL, KEY) as client:
                some = [row["keyword"] async for row in client.keywords.iterate(per_page=5)]
                return some, [row["keyword"] for row in (await client.keywords.list(per_page=100))["data"]]

        some, all_of_them = asyncio.run(use())
        self.assertEqual(some, all_of_them)

    def test_the_samples_of_the_reference_run(self) -> None:
        asked: list[str] = []

        def respond(request: httpx.Request) -> httpx.Response:
            asked.append(f"{request.method} {request.url.path}")
            return httpx.Response(200, json={})

        # The samples create their own client, so all requests of httpx are caught.
        original = httpx.Client
        for sample in SETTINGS["samples"]:
            with unittest.mock.patch.object(httpx, "Client", lambda: original(transport=httpx.MockTransport(respond))):
                exec(compile(sample["source"].replace("print(", "("), sample["operation"], "exec"), {})
            self.assertEqual((sample["operation"], asked.pop()), (sample["operation"], sample["request"]))


Answer = Callable[[httpx.Request], httpx.Response]


class Scripted:
    """Answers with one response after another and keeps the requests."""

    def __init__(self, *answers: int | tuple[int, dict[str, str]] | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        status, headers = answer if isinstance(answer, tuple) else (answer, {})
        return httpx.Response(status, headers=headers, json={"detail": "as scripted"})

    def client(self, **options: Any) -> Client:
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Client("https://visibility.example", "svc_test_x", http=http, **options)


NOW = {"retry-after": "0"}


class Retries(unittest.TestCase):
    def test_a_get_is_retried_after_a_gateway_error_and_a_broken_connection(self) -> None:
        server = Scripted((503, NOW), httpx.ConnectError("refused"), 200)
        server.client(max_retry_delay=0.3).keywords.list()
        self.assertEqual(len(server.requests), 3)

    def test_a_post_keeps_its_idempotency_key(self) -> None:
        server = Scripted((502, NOW), (409, NOW), 200)
        server.client().keywords.create({"keyword": "x"})
        keys = {request.headers["idempotency-key"] for request in server.requests}
        self.assertEqual((len(server.requests), len(keys)), (3, 1))
        server = Scripted(200)
        server.client().keywords.create({"keyword": "x"}, options={"idempotency_key": "mine"})
        self.assertEqual(server.requests[0].headers["idempotency-key"], "mine")

    def test_patch_and_delete_are_retried_only_after_429(self) -> None:
        server = Scripted((429, NOW), 200)
        server.client().keywords.change("kw_1", {"status": "paused"})
        self.assertEqual(len(server.requests), 2)
        for answer in (503, httpx.ReadError("cut")):
            server = Scripted(answer, 200)
            with self.assertRaises((ApiError, NoResponseError)):
                server.client().keywords.delete("kw_1")
            self.assertEqual(len(server.requests), 1)

    def test_gives_up_after_two_retries_or_a_delay_that_is_too_long(self) -> None:
        server = Scripted((503, NOW), (503, NOW), (503, NOW))
        with self.assertRaises(ApiError):
            server.client().keywords.list()
        server = Scripted((429, {"retry-after": "3600"}))
        with self.assertRaises(ApiError) as caught:
            server.client().keywords.list()
        self.assertEqual(caught.exception.retry_after, 3600)
        server = Scripted(httpx.ReadTimeout("late"))
        with self.assertRaises(RequestTimeoutError):
            server.client(max_retries=0).keywords.list()

    def test_other_errors_are_not_retried(self) -> None:
        for status in (400, 401, 404, 409, 422, 500):
            server = Scripted(status)
            with self.assertRaises(ApiError):
                server.client().keywords.list()

    def test_async_retries_too(self) -> None:
        server = Scripted((503, NOW), httpx.ConnectError("refused"), 200)

        async def use() -> None:
            http = httpx.AsyncClient(transport=httpx.MockTransport(server))
            async with AsyncClient("https://visibility.example", "svc_test_x", http=http, max_retry_delay=0.3) as client:
                await client.keywords.list()

        asyncio.run(use())
        self.assertEqual(len(server.requests), 3)

    def test_reads_both_forms_of_retry_after(self) -> None:
        date = "Wed, 18 Mar 2026 09:00:00 GMT"
        self.assertEqual(retry_after_seconds("7"), 7)
        self.assertEqual(retry_after_seconds("Wed, 18 Mar 2026 09:00:30 GMT", date=date), 30)
        self.assertEqual([retry_after_seconds(text) for text in (None, "", "-3", "soon")], [None] * 4)

    def test_a_redirect_is_not_followed_and_invalid_arguments_send_nothing(self) -> None:
        server = Scripted((302, {"location": "https://other.example/"}))
        with self.assertRaisesRegex(ApiError, "Check base_url"):
            server.client().keywords.list()
        for wrong in ("", ".", "..", None):
            with self.assertRaises(ValueError):
                server.client().keywords.delete(wrong)  # type: ignore[arg-type]
        for url, key in (("", "x"), ("ftp://x", "x"), ("https://u:p@x", "x"), ("https://x", ""), ("https://x", "a b")):
            with self.assertRaises((TypeError, ValueError)):
                Client(url, key)
        self.assertEqual(len(server.requests), 1)


class Pagination(unittest.TestCase):
    def test_a_record_that_moved_to_the_next_page_is_returned_once(self) -> None:
        pages = [["a", "b"], ["b", "c"], ["d"]]

        def respond(request: httpx.Request) -> httpx.Response:
            number = int(request.url.params["page"])
            data = [{"mention_id": one, "page": number} for one in pages[number - 1]]
            return httpx.Response(200, json={"data": data, "meta": {"total": 5, "page": number, "per_page": 2}})

        client = Client("https://x.example", "x", http=httpx.Client(transport=httpx.MockTransport(respond)))
        self.assertEqual([one["mention_id"] for one in client.mentions.iterate()], ["a", "b", "c", "d"])


class Webhooks(unittest.TestCase):
    """The deliveries were signed by the TypeScript SDK."""

    def test_accepts_every_event_with_headers_or_its_signature(self) -> None:
        types = []
        for sample in SETTINGS["deliveries"]:
            body, headers, secret = sample["body"], sample["headers"], sample["secret"]
            event = parse_event(body.encode(), {name.upper(): value for name, value in headers.items()}, secret)
            self.assertEqual(event, json.loads(body))
            self.assertEqual(parse_event(body, headers["x-service-signature"], ["newer", secret]), event)
            stamp = {"id": headers["webhook-id"], "timestamp": headers["webhook-timestamp"]}
            self.assertEqual(visibility_sdk.sign_message(body, secret, **stamp), headers["webhook-signature"])
            types.append(event["type"])
        self.assertEqual(set(types), set(visibility_sdk.EVENT_TYPES))

    def test_rejects_what_is_not_signed_old_or_not_an_event(self) -> None:
        sample = SETTINGS["deliveries"][0]
        body, headers, secret = sample["body"], sample["headers"], sample["secret"]
        sent_at = int(headers["webhook-timestamp"])
        other = {**headers, "webhook-id": "evt_other"}
        stamp = {"id": "evt_other", "timestamp": headers["webhook-timestamp"]}
        other["webhook-signature"] = visibility_sdk.sign_message(body, secret, **stamp)
        cases: list[tuple[str, Any, Any, float]] = [
            ("signature", body + " ", headers, 0),
            ("signature", body, {**headers, "webhook-signature": "v1,"}, 0),
            ("signature", body, "sha256=00", 0),
            ("signature", body, None, 0),
            ("headers", body, {}, 0),
            ("timestamp", body, headers, 301),
            ("timestamp", body, headers, -301),
            ("body", body, other, 0),
            ("body", "[]", visibility_sdk.sign_payload("[]", secret), 0),
            ("type", TYPE, visibility_sdk.sign_payload(TYPE, secret), 0),
        ]
        for reason, text, given, age in cases:
            with self.assertRaises(EventError) as caught:
                parse_event(text, given, secret, now=sent_at + age)
            self.assertEqual(caught.exception.reason, reason)

    def test_a_missing_secret_and_a_parsed_body_are_mistakes_of_the_caller(self) -> None:
        wrong: Any
        for wrong in (None, "", [], ["x", ""]):
            with self.assertRaises(TypeError):
                parse_event("{}", "sha256=00", wrong)
        wrong = {"id": "evt_1"}
        with self.assertRaises(TypeError):
            parse_event(wrong, "sha256=00", "secret")


TYPE = '{"id":"evt_1","type":"mention.old","created_at":"2026-01-31T12:00:00Z","data":{}}'

if __name__ == "__main__":
    unittest.main()
