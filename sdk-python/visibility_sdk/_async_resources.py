# Generated from the OpenAPI document by server/test/python-client.test.ts. Do not edit.
from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Literal, overload

from . import models
from ._core import Call, File, Options, path_of
from ._transports import AsyncTransport as Transport


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class MentionsSentiment(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        interval: Literal["day", "week"] | None = None,
        options: Options | None = None,
    ) -> models.SentimentPointList:
        """Shares of positive and negative mentions over time, newest first (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/mentions/sentiment", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "interval": interval}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        interval: Literal["day", "week"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.SentimentPoint]:
        """All pages, fetched as you go."""
        return self._transport.pages("/mentions/sentiment", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "interval": interval}, ["date"], options)


class SourcesTypes(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> models.SourceTypeCountList:
        """How many answers cite each type of source (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/sources/types", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.SourceTypeCount]:
        """All pages, fetched as you go."""
        return self._transport.pages("/sources/types", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until}, ["source_type"], options)


class CompetitorsCandidates(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> models.CompetitorCandidateList:
        """Untracked brands that at least two recent answers list next to tracked ones, most frequent first"""
        return await self._transport.json(Call("GET", "/competitors/candidates", query={"page": page, "per_page": per_page}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.CompetitorCandidate]:
        """All pages, fetched as you go."""
        return self._transport.pages("/competitors/candidates", {"page": page, "per_page": per_page}, ["name"], options)


class StandingsCrossings(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        competitor_id: str | None = None,
        direction: Literal["overtook", "was_overtaken"] | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> models.CrossingList:
        """When you overtook a competitor or were overtaken, newest first (default: all weeks)"""
        return await self._transport.json(Call("GET", "/standings/crossings", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "competitor_id": competitor_id, "direction": direction, "since": since, "until": until}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        competitor_id: str | None = None,
        direction: Literal["overtook", "was_overtaken"] | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Crossing]:
        """All pages, fetched as you go."""
        return self._transport.pages("/standings/crossings", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "competitor_id": competitor_id, "direction": direction, "since": since, "until": until}, ["keyword_id", "platform", "competitor_id", "week_end"], options)


class WebhooksDeliveries(Resource):
    async def list(
        self,
        webhook_id: str,
        *,
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["pending", "succeeded", "failed", "held", "cancelled"] | None = None,
        type: models.EventType | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> models.DeliveryList:
        """Deliveries of a webhook, newest first"""
        return await self._transport.json(Call("GET", path_of("/webhooks/{webhook_id}/deliveries", webhook_id=webhook_id), query={"page": page, "per_page": per_page, "status": status, "type": type, "since": since, "until": until}), options)

    def iterate(
        self,
        webhook_id: str,
        *,
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["pending", "succeeded", "failed", "held", "cancelled"] | None = None,
        type: models.EventType | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Delivery]:
        """All pages, fetched as you go."""
        return self._transport.pages(path_of("/webhooks/{webhook_id}/deliveries", webhook_id=webhook_id), {"page": page, "per_page": per_page, "status": status, "type": type, "since": since, "until": until}, ["delivery_id"], options)

    async def get(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        include: Literal["timings"] | None = None,
        options: Options | None = None,
    ) -> models.DeliveryDetail:
        """One delivery with its payload and every attempt"""
        return await self._transport.json(Call("GET", path_of("/webhooks/{webhook_id}/deliveries/{delivery_id}", webhook_id=webhook_id, delivery_id=delivery_id), query={"include": include}), options)

    async def retry(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: Options | None = None,
    ) -> models.Delivery:
        """Send the event of a delivery again, as a new delivery, or a pending one now"""
        return await self._transport.json(Call("POST", path_of("/webhooks/{webhook_id}/deliveries/{delivery_id}/retry", webhook_id=webhook_id, delivery_id=delivery_id)), options)


class WebhooksInbox(Resource):
    async def list(
        self,
        webhook_id: str,
        *,
        page: int | None = None,
        per_page: int | None = None,
        after: int | None = None,
        wait: int | None = None,
        options: Options | None = None,
    ) -> models.ReceivedRequestList:
        """Requests that the built-in inbox received for a webhook, newest first, at most 1000"""
        return await self._transport.json(Call("GET", path_of("/webhooks/{webhook_id}/inbox", webhook_id=webhook_id), query={"page": page, "per_page": per_page, "after": after, "wait": wait}), options)

    def iterate(
        self,
        webhook_id: str,
        *,
        page: int | None = None,
        per_page: int | None = None,
        after: int | None = None,
        wait: int | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.ReceivedRequest]:
        """All pages, fetched as you go."""
        return self._transport.pages(path_of("/webhooks/{webhook_id}/inbox", webhook_id=webhook_id), {"page": page, "per_page": per_page, "after": after, "wait": wait}, ["sequence"], options)


class Keywords(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["active", "paused"] | None = None,
        tag: str | None = None,
        q: str | None = None,
        options: Options | None = None,
    ) -> models.KeywordList:
        """Tracked keywords"""
        return await self._transport.json(Call("GET", "/keywords", query={"page": page, "per_page": per_page, "status": status, "tag": tag, "q": q}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["active", "paused"] | None = None,
        tag: str | None = None,
        q: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Keyword]:
        """All pages, fetched as you go."""
        return self._transport.pages("/keywords", {"page": page, "per_page": per_page, "status": status, "tag": tag, "q": q}, ["keyword_id"], options)

    @overload
    async def create(
        self,
        body: models.NewKeyword,
        *,
        options: Options | None = None,
    ) -> models.Keyword: ...

    @overload
    async def create(
        self,
        body: models.KeywordBatch,
        *,
        options: Options | None = None,
    ) -> models.KeywordList: ...

    async def create(
        self,
        body: models.NewKeyword | models.KeywordBatch,
        *,
        options: Options | None = None,
    ) -> Any:
        """Track one keyword, or up to 1,000 in one request"""
        return await self._transport.json(Call("POST", "/keywords", body=body), options)

    async def get(
        self,
        keyword_id: str,
        *,
        options: Options | None = None,
    ) -> models.Keyword:
        """One keyword"""
        return await self._transport.json(Call("GET", path_of("/keywords/{keyword_id}", keyword_id=keyword_id)), options)

    async def change(
        self,
        keyword_id: str,
        body: models.KeywordChange,
        *,
        options: Options | None = None,
    ) -> models.Keyword:
        """Change, pause or resume a keyword"""
        return await self._transport.json(Call("PATCH", path_of("/keywords/{keyword_id}", keyword_id=keyword_id), body=body), options)

    async def delete(
        self,
        keyword_id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Stop tracking a keyword and delete its data"""
        await self._transport.json(Call("DELETE", path_of("/keywords/{keyword_id}", keyword_id=keyword_id)), options)


class Visibility(Resource):
    @overload
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        tag: str | None = None,
        q: str | None = None,
        sort: Literal["keyword", "-keyword", "visibility_score", "-visibility_score", "updated_at", "-updated_at", "trend", "-trend"] | None = None,
        include: None = None,
        options: Options | None = None,
    ) -> models.VisibilityList: ...

    @overload
    async def list(
        self,
        *,
        include: Literal["evidence"],
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        tag: str | None = None,
        q: str | None = None,
        sort: Literal["keyword", "-keyword", "visibility_score", "-visibility_score", "updated_at", "-updated_at", "trend", "-trend"] | None = None,
        options: Options | None = None,
    ) -> models.VisibilityWithEvidenceList: ...

    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        tag: str | None = None,
        q: str | None = None,
        sort: Literal["keyword", "-keyword", "visibility_score", "-visibility_score", "updated_at", "-updated_at", "trend", "-trend"] | None = None,
        include: Literal["evidence"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """Current visibility of every keyword"""
        return await self._transport.json(Call("GET", "/visibility", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "tag": tag, "q": q, "sort": sort, "include": include}), options)

    @overload
    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        tag: str | None = None,
        q: str | None = None,
        sort: Literal["keyword", "-keyword", "visibility_score", "-visibility_score", "updated_at", "-updated_at", "trend", "-trend"] | None = None,
        include: None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Visibility]: ...

    @overload
    def iterate(
        self,
        *,
        include: Literal["evidence"],
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        tag: str | None = None,
        q: str | None = None,
        sort: Literal["keyword", "-keyword", "visibility_score", "-visibility_score", "updated_at", "-updated_at", "trend", "-trend"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.VisibilityWithEvidence]: ...

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        tag: str | None = None,
        q: str | None = None,
        sort: Literal["keyword", "-keyword", "visibility_score", "-visibility_score", "updated_at", "-updated_at", "trend", "-trend"] | None = None,
        include: Literal["evidence"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """All pages, fetched as you go."""
        return self._transport.pages("/visibility", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "tag": tag, "q": q, "sort": sort, "include": include}, ["keyword_id"], options)

    async def get(
        self,
        keyword_id: str,
        *,
        since: str | None = None,
        until: str | None = None,
        interval: Literal["day", "week"] | None = None,
        reading: int | None = None,
        compare: str | None = None,
        include: Literal["evidence"] | None = None,
        options: Options | None = None,
    ) -> models.VisibilityDetail:
        """One keyword with its history"""
        return await self._transport.json(Call("GET", path_of("/visibility/{keyword_id}", keyword_id=keyword_id), query={"since": since, "until": until, "interval": interval, "reading": reading, "compare": compare, "include": include}), options)


class Review(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        dismissed: Literal["true", "false"] | None = None,
        options: Options | None = None,
    ) -> models.ReviewEntryList:
        """What to review: significant drops and problems, the most important first"""
        return await self._transport.json(Call("GET", "/review", query={"page": page, "per_page": per_page, "dismissed": dismissed}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        dismissed: Literal["true", "false"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.ReviewEntry]:
        """All pages, fetched as you go."""
        return self._transport.pages("/review", {"page": page, "per_page": per_page, "dismissed": dismissed}, ["review_id"], options)

    async def summary(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> models.ReviewSummary:
        """The score and the significant changes of a period, in sentences (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/review/summary", query={"since": since, "until": until}), options)

    async def dismiss(
        self,
        review_id: str,
        *,
        options: Options | None = None,
    ) -> models.ReviewEntry:
        """Dismiss an entry until there is new evidence"""
        return await self._transport.json(Call("POST", path_of("/review/{review_id}/dismiss", review_id=review_id)), options)

    async def restore(
        self,
        review_id: str,
        *,
        options: Options | None = None,
    ) -> models.ReviewEntry:
        """Restore a dismissed entry"""
        return await self._transport.json(Call("POST", path_of("/review/{review_id}/restore", review_id=review_id)), options)


class Mentions(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.sentiment = MentionsSentiment(transport)

    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        sentiment: Literal["positive", "neutral", "negative"] | None = None,
        include: Literal["answer_id"] | None = None,
        options: Options | None = None,
    ) -> models.MentionList:
        """Answers that mention your brand, newest first (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/mentions", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "sentiment": sentiment, "include": include}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        sentiment: Literal["positive", "neutral", "negative"] | None = None,
        include: Literal["answer_id"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Mention]:
        """All pages, fetched as you go."""
        return self._transport.pages("/mentions", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "sentiment": sentiment, "include": include}, ["mention_id"], options)


class Citations(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        scope: Literal["own", "all"] | None = None,
        options: Options | None = None,
    ) -> models.CitationList:
        """Pages that answers cite, newest first (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/citations", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "scope": scope}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        scope: Literal["own", "all"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Citation]:
        """All pages, fetched as you go."""
        return self._transport.pages("/citations", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "scope": scope}, ["citation_id"], options)


class Queries(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        q: str | None = None,
        include: Literal["evidence"] | None = None,
        options: Options | None = None,
    ) -> models.SearchQueryList:
        """Web searches that assistants run for your keywords, most frequent first (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/queries", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "q": q, "include": include}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        q: str | None = None,
        include: Literal["evidence"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.SearchQuery]:
        """All pages, fetched as you go."""
        return self._transport.pages("/queries", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "q": q, "include": include}, ["keyword_id", "query"], options)


class Sources(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.types = SourcesTypes(transport)

    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        type: Literal["own", "competitor", "community", "editorial", "reference", "review", "institutional", "corporate", "unclassified"] | None = None,
        include: Literal["evidence"] | None = None,
        options: Options | None = None,
    ) -> models.SourceList:
        """Domains that answers cite, most cited first (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/sources", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "type": type, "include": include}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        type: Literal["own", "competitor", "community", "editorial", "reference", "review", "institutional", "corporate", "unclassified"] | None = None,
        include: Literal["evidence"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Source]:
        """All pages, fetched as you go."""
        return self._transport.pages("/sources", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "type": type, "include": include}, ["domain"], options)

    async def get(
        self,
        domain: str,
        *,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        interval: Literal["day", "week"] | None = None,
        options: Options | None = None,
    ) -> models.SourceDetail:
        """One cited domain, its pages and how often it is cited over time"""
        return await self._transport.json(Call("GET", path_of("/sources/{domain}", domain=domain), query={"keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "interval": interval}), options)

    async def set_type(
        self,
        domain: str,
        body: models.SourceTypeChange,
        *,
        options: Options | None = None,
    ) -> models.GivenSourceType:
        """Set the type of a domain for this workspace"""
        return await self._transport.json(Call("PUT", path_of("/sources/{domain}", domain=domain), body=body), options)

    async def reset_type(
        self,
        domain: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Remove the type that this workspace set for a domain"""
        await self._transport.json(Call("DELETE", path_of("/sources/{domain}", domain=domain)), options)


class Gaps(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        kind: Literal["domain", "page", "query"] | None = None,
        source_type: Literal["own", "competitor", "community", "editorial", "reference", "review", "institutional", "corporate", "unclassified"] | None = None,
        competitor_id: str | None = None,
        include: Literal["evidence"] | None = None,
        options: Options | None = None,
    ) -> models.GapList:
        """Domains, pages and searches where competitors are mentioned and you are not, largest effect first (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/gaps", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "kind": kind, "source_type": source_type, "competitor_id": competitor_id, "include": include}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        kind: Literal["domain", "page", "query"] | None = None,
        source_type: Literal["own", "competitor", "community", "editorial", "reference", "review", "institutional", "corporate", "unclassified"] | None = None,
        competitor_id: str | None = None,
        include: Literal["evidence"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Gap]:
        """All pages, fetched as you go."""
        return self._transport.pages("/gaps", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "kind": kind, "source_type": source_type, "competitor_id": competitor_id, "include": include}, ["keyword_id", "platform", "kind", "source"], options)


class Attributes(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        competitor_id: str | None = None,
        options: Options | None = None,
    ) -> models.AttributeList:
        """Reasons for and against a brand, and its roles, most frequent first (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/attributes", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "competitor_id": competitor_id}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        competitor_id: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Attribute]:
        """All pages, fetched as you go."""
        return self._transport.pages("/attributes", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "competitor_id": competitor_id}, ["attribute"], options)


class Sentences(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> models.MentionSentenceList:
        """Sentences that mention your brand, most frequent first (default: the last 30 days)"""
        return await self._transport.json(Call("GET", "/sentences", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.MentionSentence]:
        """All pages, fetched as you go."""
        return self._transport.pages("/sentences", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until}, ["sentence"], options)


class Brand(Resource):
    async def get(
        self,
        *,
        options: Options | None = None,
    ) -> models.Brand:
        """Your brand with its aliases and domains"""
        return await self._transport.json(Call("GET", "/brand"), options)

    async def set(
        self,
        body: models.NewBrand,
        *,
        preview: Literal["true"] | None = None,
        after: str | None = None,
        options: Options | None = None,
    ) -> models.Brand:
        """Set your brand; stored answers are re-analyzed"""
        return await self._transport.json(Call("PUT", "/brand", query={"preview": preview, "after": after}, body=body), options)


class Competitors(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.candidates = CompetitorsCandidates(transport)

    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        include: Literal["evidence", "names"] | None = None,
        options: Options | None = None,
    ) -> models.CompetitorList:
        """Tracked competitors, most visible first"""
        return await self._transport.json(Call("GET", "/competitors", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "include": include}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        include: Literal["evidence", "names"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Competitor]:
        """All pages, fetched as you go."""
        return self._transport.pages("/competitors", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "include": include}, ["competitor_id"], options)

    async def create(
        self,
        body: models.NewCompetitor,
        *,
        options: Options | None = None,
    ) -> models.Competitor:
        """Track a competitor; stored answers are re-analyzed"""
        return await self._transport.json(Call("POST", "/competitors", body=body), options)

    async def get(
        self,
        competitor_id: str,
        *,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        include: Literal["evidence", "names"] | None = None,
        options: Options | None = None,
    ) -> models.Competitor:
        """One competitor"""
        return await self._transport.json(Call("GET", path_of("/competitors/{competitor_id}", competitor_id=competitor_id), query={"keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "include": include}), options)

    async def change(
        self,
        competitor_id: str,
        body: models.CompetitorChange,
        *,
        options: Options | None = None,
    ) -> models.Competitor:
        """Rename a competitor, or change its aliases or domains; stored answers are re-analyzed"""
        return await self._transport.json(Call("PATCH", path_of("/competitors/{competitor_id}", competitor_id=competitor_id), body=body), options)

    async def delete(
        self,
        competitor_id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Stop tracking a competitor; stored answers are re-analyzed"""
        await self._transport.json(Call("DELETE", path_of("/competitors/{competitor_id}", competitor_id=competitor_id)), options)


class Standings(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.crossings = StandingsCrossings(transport)

    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        competitor_id: str | None = None,
        verdict: Literal["ahead", "behind", "too_close_to_call", "collecting"] | None = None,
        options: Options | None = None,
    ) -> models.StandingList:
        """Who is ahead on each keyword, platform and competitor, as of the last closed week"""
        return await self._transport.json(Call("GET", "/standings", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "competitor_id": competitor_id, "verdict": verdict}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        competitor_id: str | None = None,
        verdict: Literal["ahead", "behind", "too_close_to_call", "collecting"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Standing]:
        """All pages, fetched as you go."""
        return self._transport.pages("/standings", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "competitor_id": competitor_id, "verdict": verdict}, ["keyword_id", "platform", "competitor_id"], options)


class Answers(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        domain: str | None = None,
        page_url: str | None = None,
        query: str | None = None,
        gap: Literal["true"] | None = None,
        options: Options | None = None,
    ) -> models.AnswerList:
        """Stored answers, newest first"""
        return await self._transport.json(Call("GET", "/answers", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "domain": domain, "page_url": page_url, "query": query, "gap": gap}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        platform: str | None = None,
        since: str | None = None,
        until: str | None = None,
        domain: str | None = None,
        page_url: str | None = None,
        query: str | None = None,
        gap: Literal["true"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Answer]:
        """All pages, fetched as you go."""
        return self._transport.pages("/answers", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "platform": platform, "since": since, "until": until, "domain": domain, "page_url": page_url, "query": query, "gap": gap}, ["answer_id"], options)

    async def ingest(
        self,
        body: models.NewAnswer | models.ScrapedReply | models.AnswerBatch,
        *,
        options: Options | None = None,
    ) -> models.IngestResultList:
        """Store answers that you collected yourself"""
        return await self._transport.json(Call("POST", "/answers", body=body), options)

    async def get(
        self,
        answer_id: str,
        *,
        options: Options | None = None,
    ) -> models.Answer:
        """One stored answer"""
        return await self._transport.json(Call("GET", path_of("/answers/{answer_id}", answer_id=answer_id)), options)


class Events(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        type: models.EventType | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> models.EventList:
        """Events that webhooks receive, newest first"""
        return await self._transport.json(Call("GET", "/events", query={"page": page, "per_page": per_page, "keyword_id": keyword_id, "type": type, "since": since, "until": until}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        keyword_id: str | None = None,
        type: models.EventType | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Event]:
        """All pages, fetched as you go."""
        return self._transport.pages("/events", {"page": page, "per_page": per_page, "keyword_id": keyword_id, "type": type, "since": since, "until": until}, ["id"], options)

    async def get(
        self,
        event_id: str,
        *,
        options: Options | None = None,
    ) -> models.EventWithEvidence:
        """One event with its evidence"""
        return await self._transport.json(Call("GET", path_of("/events/{event_id}", event_id=event_id)), options)


class Activity(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        type: Literal["collection.finished", "platform.key_refused", "webhook.failing", "webhook.disabled"] | None = None,
        since: str | None = None,
        until: str | None = None,
        after: str | None = None,
        options: Options | None = None,
    ) -> models.ActivityList:
        """Collections finished, platform keys refused, webhooks failing or disabled, newest first"""
        return await self._transport.json(Call("GET", "/activity", query={"page": page, "per_page": per_page, "type": type, "since": since, "until": until, "after": after}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        type: Literal["collection.finished", "platform.key_refused", "webhook.failing", "webhook.disabled"] | None = None,
        since: str | None = None,
        until: str | None = None,
        after: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Activity]:
        """All pages, fetched as you go."""
        return self._transport.pages("/activity", {"page": page, "per_page": per_page, "type": type, "since": since, "until": until, "after": after}, ["activity_id"], options)


class Alerts(Resource):
    @overload
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        include: None = None,
        options: Options | None = None,
    ) -> models.AlertList: ...

    @overload
    async def list(
        self,
        *,
        include: Literal["settings"],
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> models.AlertWithSettingsList: ...

    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """Alert rules"""
        return await self._transport.json(Call("GET", "/alerts", query={"page": page, "per_page": per_page, "include": include}), options)

    @overload
    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        include: None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Alert]: ...

    @overload
    def iterate(
        self,
        *,
        include: Literal["settings"],
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.AlertWithSettings]: ...

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """All pages, fetched as you go."""
        return self._transport.pages("/alerts", {"page": page, "per_page": per_page, "include": include}, ["alert_id"], options)

    @overload
    async def create(
        self,
        body: models.NewAlert,
        *,
        include: None = None,
        options: Options | None = None,
    ) -> models.Alert: ...

    @overload
    async def create(
        self,
        body: models.NewAlert,
        *,
        include: Literal["settings"],
        options: Options | None = None,
    ) -> models.AlertWithSettings: ...

    async def create(
        self,
        body: models.NewAlert,
        *,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """Add an alert rule"""
        return await self._transport.json(Call("POST", "/alerts", query={"include": include}, body=body), options)

    @overload
    async def get(
        self,
        alert_id: str,
        *,
        include: None = None,
        options: Options | None = None,
    ) -> models.Alert: ...

    @overload
    async def get(
        self,
        alert_id: str,
        *,
        include: Literal["settings"],
        options: Options | None = None,
    ) -> models.AlertWithSettings: ...

    async def get(
        self,
        alert_id: str,
        *,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """One alert rule"""
        return await self._transport.json(Call("GET", path_of("/alerts/{alert_id}", alert_id=alert_id), query={"include": include}), options)

    @overload
    async def change(
        self,
        alert_id: str,
        body: models.AlertChange,
        *,
        include: None = None,
        options: Options | None = None,
    ) -> models.Alert: ...

    @overload
    async def change(
        self,
        alert_id: str,
        body: models.AlertChange,
        *,
        include: Literal["settings"],
        options: Options | None = None,
    ) -> models.AlertWithSettings: ...

    async def change(
        self,
        alert_id: str,
        body: models.AlertChange,
        *,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """Change, pause or resume an alert rule"""
        return await self._transport.json(Call("PATCH", path_of("/alerts/{alert_id}", alert_id=alert_id), query={"include": include}, body=body), options)

    async def delete(
        self,
        alert_id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Delete an alert rule"""
        await self._transport.json(Call("DELETE", path_of("/alerts/{alert_id}", alert_id=alert_id)), options)

    async def backtest(
        self,
        body: models.AlertToBacktest,
        *,
        options: Options | None = None,
    ) -> models.AlertBacktest:
        """When an alert rule would have fired in the last days"""
        return await self._transport.json(Call("POST", "/alerts/backtest", body=body), options)


class Annotations(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> models.AnnotationList:
        """Days marked in charts, newest first"""
        return await self._transport.json(Call("GET", "/annotations", query={"page": page, "per_page": per_page, "since": since, "until": until}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Annotation]:
        """All pages, fetched as you go."""
        return self._transport.pages("/annotations", {"page": page, "per_page": per_page, "since": since, "until": until}, ["annotation_id"], options)

    async def create(
        self,
        body: models.NewAnnotation,
        *,
        options: Options | None = None,
    ) -> models.Annotation:
        """Mark a day in charts"""
        return await self._transport.json(Call("POST", "/annotations", body=body), options)

    async def delete(
        self,
        annotation_id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Delete an annotation"""
        await self._transport.json(Call("DELETE", path_of("/annotations/{annotation_id}", annotation_id=annotation_id)), options)


class Views(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> models.SavedViewList:
        """Saved views of the dashboard, by name"""
        return await self._transport.json(Call("GET", "/views", query={"page": page, "per_page": per_page}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.SavedView]:
        """All pages, fetched as you go."""
        return self._transport.pages("/views", {"page": page, "per_page": per_page}, ["view_id"], options)

    async def create(
        self,
        body: models.NewSavedView,
        *,
        options: Options | None = None,
    ) -> models.SavedView:
        """Save a view of the dashboard. One of the same name is replaced"""
        return await self._transport.json(Call("POST", "/views", body=body), options)

    async def delete(
        self,
        view_id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Delete a saved view"""
        await self._transport.json(Call("DELETE", path_of("/views/{view_id}", view_id=view_id)), options)


class Metrics(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> models.MetricList:
        """The definition of every metric"""
        return await self._transport.json(Call("GET", "/metrics", query={"page": page, "per_page": per_page}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Metric]:
        """All pages, fetched as you go."""
        return self._transport.pages("/metrics", {"page": page, "per_page": per_page}, ["id"], options)


class Significance(Resource):
    async def get(
        self,
        *,
        options: Options | None = None,
    ) -> models.Significance:
        """What counts as a significant change"""
        return await self._transport.json(Call("GET", "/significance"), options)

    async def change(
        self,
        body: models.SignificanceChange,
        *,
        options: Options | None = None,
    ) -> models.Significance:
        """Change what counts as a significant change, from the next week on"""
        return await self._transport.json(Call("PATCH", "/significance", body=body), options)


class Retention(Resource):
    async def get(
        self,
        *,
        raw_days: int | None = None,
        text_days: int | None = None,
        findings_days: int | None = None,
        options: Options | None = None,
    ) -> models.Retention:
        """How long answers are kept"""
        return await self._transport.json(Call("GET", "/retention", query={"raw_days": raw_days, "text_days": text_days, "findings_days": findings_days}), options)

    async def change(
        self,
        body: models.RetentionChange,
        *,
        options: Options | None = None,
    ) -> models.Retention:
        """Change how long answers are kept. What is removed cannot be restored"""
        return await self._transport.json(Call("PATCH", "/retention", body=body), options)


class Platforms(Resource):
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> models.PlatformList:
        """AI platforms, and whether an API key is configured"""
        return await self._transport.json(Call("GET", "/platforms", query={"page": page, "per_page": per_page}), options)

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Platform]:
        """All pages, fetched as you go."""
        return self._transport.pages("/platforms", {"page": page, "per_page": per_page}, ["platform"], options)

    async def change(
        self,
        platform: str,
        body: models.PlatformChange,
        *,
        options: Options | None = None,
    ) -> models.Platform:
        """Set or remove your own API key for a platform"""
        return await self._transport.json(Call("PATCH", path_of("/platforms/{platform}", platform=platform), body=body), options)


class Usage(Resource):
    async def get(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        options: Options | None = None,
    ) -> models.Usage:
        """How many answers were collected, what they cost, and how complete they are"""
        return await self._transport.json(Call("GET", "/usage", query={"since": since, "until": until}), options)

    async def estimate(
        self,
        *,
        keywords: int | None = None,
        prompts: int | None = None,
        options: Options | None = None,
    ) -> models.UsageEstimate:
        """Estimate the cost of one week"""
        return await self._transport.json(Call("GET", "/usage/estimate", query={"keywords": keywords, "prompts": prompts}), options)


class Reports(Resource):
    @overload
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["scheduled", "running", "ready", "failed"] | None = None,
        schedule: Literal["weekly", "monthly", "once"] | None = None,
        format: Literal["pdf", "csv", "json"] | None = None,
        include: None = None,
        options: Options | None = None,
    ) -> models.ReportList: ...

    @overload
    async def list(
        self,
        *,
        include: Literal["settings"],
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["scheduled", "running", "ready", "failed"] | None = None,
        schedule: Literal["weekly", "monthly", "once"] | None = None,
        format: Literal["pdf", "csv", "json"] | None = None,
        options: Options | None = None,
    ) -> models.ReportWithSettingsList: ...

    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["scheduled", "running", "ready", "failed"] | None = None,
        schedule: Literal["weekly", "monthly", "once"] | None = None,
        format: Literal["pdf", "csv", "json"] | None = None,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """Reports, newest first, including scheduled ones"""
        return await self._transport.json(Call("GET", "/reports", query={"page": page, "per_page": per_page, "status": status, "schedule": schedule, "format": format, "include": include}), options)

    @overload
    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["scheduled", "running", "ready", "failed"] | None = None,
        schedule: Literal["weekly", "monthly", "once"] | None = None,
        format: Literal["pdf", "csv", "json"] | None = None,
        include: None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Report]: ...

    @overload
    def iterate(
        self,
        *,
        include: Literal["settings"],
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["scheduled", "running", "ready", "failed"] | None = None,
        schedule: Literal["weekly", "monthly", "once"] | None = None,
        format: Literal["pdf", "csv", "json"] | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.ReportWithSettings]: ...

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        status: Literal["scheduled", "running", "ready", "failed"] | None = None,
        schedule: Literal["weekly", "monthly", "once"] | None = None,
        format: Literal["pdf", "csv", "json"] | None = None,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """All pages, fetched as you go."""
        return self._transport.pages("/reports", {"page": page, "per_page": per_page, "status": status, "schedule": schedule, "format": format, "include": include}, ["report_id"], options)

    @overload
    async def create(
        self,
        body: models.NewReport,
        *,
        include: None = None,
        options: Options | None = None,
    ) -> models.Report: ...

    @overload
    async def create(
        self,
        body: models.NewReport,
        *,
        include: Literal["settings"],
        options: Options | None = None,
    ) -> models.ReportWithSettings: ...

    async def create(
        self,
        body: models.NewReport,
        *,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """Create a report: once, every week or every month"""
        return await self._transport.json(Call("POST", "/reports", query={"include": include}, body=body), options)

    async def preview(
        self,
        body: models.NewReport,
        *,
        options: Options | None = None,
    ) -> File:
        """The file of a report as it would be now, without storing or sending it"""
        return await self._transport.file(Call("POST", "/reports/preview", body=body), options)

    @overload
    async def get(
        self,
        report_id: str,
        *,
        include: None = None,
        options: Options | None = None,
    ) -> models.Report: ...

    @overload
    async def get(
        self,
        report_id: str,
        *,
        include: Literal["settings"],
        options: Options | None = None,
    ) -> models.ReportWithSettings: ...

    async def get(
        self,
        report_id: str,
        *,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """One report"""
        return await self._transport.json(Call("GET", path_of("/reports/{report_id}", report_id=report_id), query={"include": include}), options)

    @overload
    async def change(
        self,
        report_id: str,
        body: models.ReportChange,
        *,
        include: None = None,
        options: Options | None = None,
    ) -> models.Report: ...

    @overload
    async def change(
        self,
        report_id: str,
        body: models.ReportChange,
        *,
        include: Literal["settings"],
        options: Options | None = None,
    ) -> models.ReportWithSettings: ...

    async def change(
        self,
        report_id: str,
        body: models.ReportChange,
        *,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """Change a scheduled report and the reports that follow it"""
        return await self._transport.json(Call("PATCH", path_of("/reports/{report_id}", report_id=report_id), query={"include": include}, body=body), options)

    async def delete(
        self,
        report_id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Delete a report and its file, or end a schedule by deleting its scheduled report"""
        await self._transport.json(Call("DELETE", path_of("/reports/{report_id}", report_id=report_id)), options)

    async def file(
        self,
        report_id: str,
        *,
        format: Literal["pdf", "csv", "json"] | None = None,
        options: Options | None = None,
    ) -> File:
        """The file of a report"""
        return await self._transport.file(Call("GET", path_of("/reports/{report_id}/file", report_id=report_id), query={"format": format}), options)


class Webhooks(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.deliveries = WebhooksDeliveries(transport)
        self.inbox = WebhooksInbox(transport)

    @overload
    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        include: None = None,
        options: Options | None = None,
    ) -> models.WebhookList: ...

    @overload
    async def list(
        self,
        *,
        include: Literal["settings"],
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> models.WebhookWithSettingsList: ...

    async def list(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """Registered webhooks, oldest first"""
        return await self._transport.json(Call("GET", "/webhooks", query={"page": page, "per_page": per_page, "include": include}), options)

    @overload
    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        include: None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.Webhook]: ...

    @overload
    def iterate(
        self,
        *,
        include: Literal["settings"],
        page: int | None = None,
        per_page: int | None = None,
        options: Options | None = None,
    ) -> AsyncIterator[models.WebhookWithSettings]: ...

    def iterate(
        self,
        *,
        page: int | None = None,
        per_page: int | None = None,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """All pages, fetched as you go."""
        return self._transport.pages("/webhooks", {"page": page, "per_page": per_page, "include": include}, ["webhook_id"], options)

    async def create(
        self,
        body: models.NewWebhook,
        *,
        options: Options | None = None,
    ) -> models.WebhookWithSecret:
        """Register a webhook"""
        return await self._transport.json(Call("POST", "/webhooks", body=body), options)

    @overload
    async def get(
        self,
        webhook_id: str,
        *,
        include: None = None,
        options: Options | None = None,
    ) -> models.Webhook: ...

    @overload
    async def get(
        self,
        webhook_id: str,
        *,
        include: Literal["settings"],
        options: Options | None = None,
    ) -> models.WebhookWithSettings: ...

    async def get(
        self,
        webhook_id: str,
        *,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """One webhook"""
        return await self._transport.json(Call("GET", path_of("/webhooks/{webhook_id}", webhook_id=webhook_id), query={"include": include}), options)

    @overload
    async def change(
        self,
        webhook_id: str,
        body: models.WebhookChange,
        *,
        include: None = None,
        options: Options | None = None,
    ) -> models.Webhook: ...

    @overload
    async def change(
        self,
        webhook_id: str,
        body: models.WebhookChange,
        *,
        include: Literal["settings"],
        options: Options | None = None,
    ) -> models.WebhookWithSettings: ...

    async def change(
        self,
        webhook_id: str,
        body: models.WebhookChange,
        *,
        include: Literal["settings"] | None = None,
        options: Options | None = None,
    ) -> Any:
        """Change, disable or enable a webhook"""
        return await self._transport.json(Call("PATCH", path_of("/webhooks/{webhook_id}", webhook_id=webhook_id), query={"include": include}, body=body), options)

    async def delete(
        self,
        webhook_id: str,
        *,
        options: Options | None = None,
    ) -> None:
        """Delete a webhook and its deliveries"""
        await self._transport.json(Call("DELETE", path_of("/webhooks/{webhook_id}", webhook_id=webhook_id)), options)

    async def test(
        self,
        webhook_id: str,
        body: models.WebhookTest,
        *,
        options: Options | None = None,
    ) -> models.DeliveryDetail:
        """Send a sample event once and return the receiver’s response"""
        return await self._transport.json(Call("POST", path_of("/webhooks/{webhook_id}/test", webhook_id=webhook_id), body=body), options)

    async def replay(
        self,
        webhook_id: str,
        body: models.Replay,
        *,
        options: Options | None = None,
    ) -> models.ReplayResult:
        """Send the events of a time range again"""
        return await self._transport.json(Call("POST", path_of("/webhooks/{webhook_id}/replay", webhook_id=webhook_id), body=body), options)

    async def rotate_secret(
        self,
        webhook_id: str,
        body: models.SecretRotation | None = None,
        *,
        options: Options | None = None,
    ) -> models.WebhookWithSecret:
        """Replace the secret of a webhook; the old one also signs until the grace period ends"""
        return await self._transport.json(Call("POST", path_of("/webhooks/{webhook_id}/rotate-secret", webhook_id=webhook_id), body=body), options)


class Sandbox(Resource):
    async def advance(
        self,
        body: models.SandboxStep,
        *,
        options: Options | None = None,
    ) -> models.SandboxProgress:
        """Advance the clock of the test workspace"""
        return await self._transport.json(Call("POST", "/sandbox/advance", body=body), options)


class Resources:
    """Every resource of the API, to await."""

    def __init__(self, transport: Transport) -> None:
        self.activity = Activity(transport)
        self.alerts = Alerts(transport)
        self.annotations = Annotations(transport)
        self.answers = Answers(transport)
        self.attributes = Attributes(transport)
        self.brand = Brand(transport)
        self.citations = Citations(transport)
        self.competitors = Competitors(transport)
        self.events = Events(transport)
        self.gaps = Gaps(transport)
        self.keywords = Keywords(transport)
        self.mentions = Mentions(transport)
        self.metrics = Metrics(transport)
        self.platforms = Platforms(transport)
        self.queries = Queries(transport)
        self.reports = Reports(transport)
        self.retention = Retention(transport)
        self.review = Review(transport)
        self.sandbox = Sandbox(transport)
        self.sentences = Sentences(transport)
        self.significance = Significance(transport)
        self.sources = Sources(transport)
        self.standings = Standings(transport)
        self.usage = Usage(transport)
        self.views = Views(transport)
        self.visibility = Visibility(transport)
        self.webhooks = Webhooks(transport)
