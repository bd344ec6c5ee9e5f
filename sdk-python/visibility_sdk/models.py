# Generated from the OpenAPI document by server/test/python-client.test.ts. Do not edit.
"""The records of the API, as they are sent."""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


class Error(TypedDict):
    #: What is wrong.
    detail: str


class KeywordList(TypedDict):
    data: list[Keyword]
    meta: ListMeta


class Keyword(TypedDict):
    keyword_id: str
    #: The tracked keyword.
    keyword: str
    status: Literal["active", "paused"]
    tags: list[str]
    #: ISO 3166 country code.
    country: str | None
    #: BCP 47 language tag.
    language: str | None
    created_at: str
    updated_at: str


class ListMeta(TypedDict):
    #: Number of records on all pages.
    total: int
    page: int
    per_page: int


class NewKeyword(TypedDict):
    #: 1 to 200 characters. Leading, trailing and double spaces are removed.
    keyword: str
    tags: NotRequired[list[str]]
    #: ISO 3166-1 alpha-2 country code.
    country: NotRequired[str | None]
    #: BCP 47 language tag, stored in its canonical form.
    language: NotRequired[str | None]
    #: The prompts to ask. If omitted, a panel of five is created.
    prompts: NotRequired[list[str]]


class KeywordBatch(TypedDict):
    keywords: list[NewKeyword]


class KeywordChange(TypedDict):
    status: NotRequired[Literal["active", "paused"]]
    tags: NotRequired[list[str]]
    #: The prompts to ask. If omitted, a panel of five is created.
    prompts: NotRequired[list[str]]


class VisibilityList(TypedDict):
    data: list[Visibility]
    meta: ListMeta


class Visibility(TypedDict):
    keyword_id: str
    keyword: str
    #: The overall score, over all platforms.
    visibility_score: int
    mentions: int
    citations: int
    #: The score on each AI platform.
    platforms: dict[str, int]
    #: Signed percentage change from the previous window.
    trend: str
    updated_at: str


class VisibilityWithEvidenceList(TypedDict):
    data: list[VisibilityWithEvidence]
    meta: ListMeta


class VisibilityWithEvidencePlatformEvidence(TypedDict):
    sample_size: int
    #: Same as `interval`.
    interval: list[int]


class VisibilityWithEvidence(TypedDict):
    keyword_id: str
    keyword: str
    #: The overall score, over all platforms.
    visibility_score: int
    mentions: int
    citations: int
    #: The score on each AI platform.
    platforms: dict[str, int]
    #: Signed percentage change from the previous window.
    trend: str
    updated_at: str
    sample_size: int
    #: The 95% confidence interval of the score.
    interval: list[int]
    #: Version of the definition, see `GET /metrics`.
    metric_version: int
    #: The number of valid answers and the 95% interval for each score in `platforms`.
    platform_evidence: dict[str, VisibilityWithEvidencePlatformEvidence]


class VisibilityDetailPlatformEvidence(TypedDict):
    sample_size: int
    #: Same as `interval`.
    interval: list[int]


class VisibilityDetailHistoryMarkers(TypedDict):
    type: Literal["model", "panel", "aliases", "adapter", "note"]
    #: Null: all platforms.
    platform: str | None
    text: str


class VisibilityDetailHistory(TypedDict):
    date: str
    visibility_score: int
    mentions: int
    citations: int
    sample_size: int
    #: The score on each AI platform.
    platforms: dict[str, int]
    #: Only with `include=evidence`: changes of the measurement since the previous point.
    markers: NotRequired[list[VisibilityDetailHistoryMarkers]]


class VisibilityDetail(TypedDict):
    keyword_id: str
    keyword: str
    #: The overall score, over all platforms.
    visibility_score: int
    mentions: int
    citations: int
    #: The score on each AI platform.
    platforms: dict[str, int]
    #: Signed percentage change from the previous window.
    trend: str
    updated_at: str
    sample_size: int
    #: The 95% confidence interval of the score.
    interval: list[int]
    #: Version of the definition, see `GET /metrics`.
    metric_version: int
    #: Only with `include=evidence`.
    platform_evidence: NotRequired[dict[str, VisibilityDetailPlatformEvidence]]
    #: Only with `compare`, once the keyword has answers.
    comparison: NotRequired[Comparison]
    history: list[VisibilityDetailHistory]


class ComparisonParts(TypedDict):
    #: `prompt`: the share of one prompt changed. `platform`: all prompts on it changed together. `model`: the same, with a change of its model. `panel`, `coverage`: a prompt, or platform, has answers in one period only. `late_answers`: stored after the event. `noise`: cannot be distinguished from chance.
    cause: Literal["prompt", "platform", "model", "panel", "coverage", "late_answers", "noise"]
    platform: str | None
    prompt: str | None
    text: str
    points: int


class Comparison(TypedDict):
    since: str
    until: str
    compared_since: str
    compared_until: str
    #: Null: a period has no valid answer.
    score: int | None
    previous_score: int | None
    #: `score` − `previous_score`.
    points: int | None
    sample_size: int
    previous_sample_size: int
    #: Where the change comes from. Adds up to `points`. The largest first, noise last, without zeros.
    parts: list[ComparisonParts]
    #: Only with `include=evidence`. Null: a period has no valid answer.
    why: NotRequired[ChangeReasons | None]


class ChangeReasonsPrompts(TypedDict):
    prompt_id: str
    prompt: str
    #: `k1` of `n1` answers before, `k2` of `n2` now.
    k1: int
    n1: int
    k2: int
    n2: int
    #: Percent of answers, each prompt with the same weight.
    previous_share: int
    new_share: int
    #: 95% interval.
    previous_interval: list[int]
    new_interval: list[int]
    points: int
    points_interval: list[int]
    p: float
    #: Corrected for all rows that were compared (Holm). 1 with fewer than 20 answers.
    adjusted_p: float
    #: `rose` and `fell` only if `adjusted_p` is below 0.05.
    change: Literal["rose", "fell", "no_clear_change"]
    #: The newest answers that contain it, of the period with the larger share. At most 5.
    answer_ids: list[str]


class ChangeReasonsBrands(TypedDict):
    competitor_id: str
    name: str
    #: `k1` of `n1` answers before, `k2` of `n2` now.
    k1: int
    n1: int
    k2: int
    n2: int
    #: Percent of answers, each prompt with the same weight.
    previous_share: int
    new_share: int
    #: 95% interval.
    previous_interval: list[int]
    new_interval: list[int]
    points: int
    points_interval: list[int]
    p: float
    #: Corrected for all rows that were compared (Holm). 1 with fewer than 20 answers.
    adjusted_p: float
    #: `rose` and `fell` only if `adjusted_p` is below 0.05.
    change: Literal["rose", "fell", "no_clear_change"]
    #: The newest answers that contain it, of the period with the larger share. At most 5.
    answer_ids: list[str]


class ChangeReasonsSources(TypedDict):
    domain: str
    owner: Literal["own", "competitor", "other"]
    #: `k1` of `n1` answers before, `k2` of `n2` now.
    k1: int
    n1: int
    k2: int
    n2: int
    #: Percent of answers, each prompt with the same weight.
    previous_share: int
    new_share: int
    #: 95% interval.
    previous_interval: list[int]
    new_interval: list[int]
    points: int
    points_interval: list[int]
    p: float
    #: Corrected for all rows that were compared (Holm). 1 with fewer than 20 answers.
    adjusted_p: float
    #: `rose` and `fell` only if `adjusted_p` is below 0.05.
    change: Literal["rose", "fell", "no_clear_change"]
    #: The newest answers that contain it, of the period with the larger share. At most 5.
    answer_ids: list[str]


class ChangeReasons(TypedDict):
    #: What was found, in sentences.
    summary: list[str]
    prompts: list[ChangeReasonsPrompts]
    #: The other tracked brands in the same answers. Your own has the id `brand`.
    brands: list[ChangeReasonsBrands]
    #: Domains that changed clearly, or the five that changed most.
    sources: list[ChangeReasonsSources]
    sources_compared: int
    #: Two answers that differ: one mentions the brand, the other does not. Empty if there are none.
    examples: list[DifferingAnswer]


class DifferingAnswer(TypedDict):
    period: Literal["before", "now"]
    answer_id: str
    platform: str
    prompt: str
    asked_at: str
    #: Whether it mentions the brand whose score changed.
    is_mentioned: bool
    #: The tracked brands it mentions, by position.
    brands: list[str]
    #: The sentence that mentions the brand, or the one with the brand mentioned instead.
    sentence: str
    #: The text before the sentence.
    lead: str
    #: The text after it.
    rest: str


class ReviewEntryList(TypedDict):
    data: list[ReviewEntry]
    meta: ListMeta


class ReviewEntryEvidence(TypedDict):
    #: Empty for kinds that are not based on answers.
    figures: list[ReviewFigure]
    #: `GET /events/{event_id}` has the full evidence.
    event_id: str | None
    #: The request that lists the answers behind it.
    answers: str | None


class ReviewEntryNextStep(TypedDict):
    text: str
    #: A page of the dashboard, relative to the address of the service.
    url: str


class ReviewEntry(TypedDict):
    #: The same as long as the entry is about the same thing.
    review_id: str
    kind: Literal["drop", "overtaken", "gap", "platform_failing", "webhook_failing", "mail_not_configured", "stale_data"]
    text: str
    #: When it began. For a gap: the start of the days counted.
    since: str
    keyword_id: str | None
    keyword: str | None
    platform: str | None
    evidence: ReviewEntryEvidence
    next_step: ReviewEntryNextStep
    #: Null: open. A dismissed entry is open again once its evidence is new.
    dismissed_at: str | None


class ReviewFigure(TypedDict):
    label: str
    #: As displayed: every prompt has the same weight.
    percent: int
    #: The 95% interval of `percent`.
    interval: list[int]
    #: Answers counted in `percent`, out of `of`. Null if only their weighted share is known.
    count: int | None
    #: Valid answers.
    of: int


class ReviewSummaryLeaders(TypedDict):
    competitor_id: str
    name: str
    keywords: int


class ReviewSummary(TypedDict):
    since: str
    until: str
    #: All parts, joined.
    text: str
    parts: list[ReviewSummaryPart]
    #: Of the 7 days to `until`, over all keywords. Null with fewer than 20 answers.
    visibility_score: int | None
    interval: list[int] | None
    sample_size: int
    #: Series of a keyword and a platform whose latest significant change is a drop.
    drops: int
    rises: int
    #: Competitors with a tested lead in the last closed week, and on how many keywords. At most 5.
    leaders: list[ReviewSummaryLeaders]


class ReviewSummaryPart(TypedDict):
    kind: Literal["score", "verdict", "drop", "rise", "lead"]
    text: str
    #: A page of the dashboard, relative to the address of the service.
    url: str


class MentionList(TypedDict):
    data: list[Mention]
    meta: ListMeta


class Mention(TypedDict):
    mention_id: str
    keyword_id: str
    keyword: str
    platform: str
    #: 1 is best: the rank in a list, or else the order of mention.
    position: int
    #: The judgement close to the brand, by a list of English words. `neutral` if there is no clear one, and in other languages. In public test sets, of 100 positive and negative labels, 91 were right in restaurant reviews, 85 in laptop reviews, 51 in tweets.
    sentiment: Literal["positive", "neutral", "negative"]
    #: The sentence with the first mention as plain text, at most 300 characters.
    context: str
    #: When the prompt was sent.
    detected_at: str
    #: Only with `include=answer_id`: the answer that mentions the brand.
    answer_id: NotRequired[str]


class SentimentPointList(TypedDict):
    data: list[SentimentPoint]
    meta: ListMeta


class SentimentPoint(TypedDict):
    #: The first day of the period. Of the oldest period, only days from `since` count.
    date: str
    #: Mentions of your brand. With fewer than 20, do not interpret the shares.
    sample_size: int
    #: Mentions with positive sentiment.
    positive: int
    #: Mentions without a clear judgement, and mentions in other languages than English.
    neutral: int
    negative: int
    #: Percent of `sample_size`. The three shares add up to 100.
    positive_share: int
    neutral_share: int
    negative_share: int
    #: The 95% interval of the labels, not of the truth: of 100 positive and negative labels, 91 were right in restaurant reviews, 85 in laptop reviews, 51 in tweets.
    positive_interval: list[int]
    negative_interval: list[int]
    metric_version: int


class CitationList(TypedDict):
    data: list[Citation]
    meta: ListMeta


class Citation(TypedDict):
    citation_id: str
    keyword_id: str
    keyword: str
    platform: str
    #: The URL as it appears in the answer.
    url: str
    #: The registrable domain: `acme.io` for `docs.acme.io`. `unresolved`: a redirect with an unknown target.
    domain: str
    title: str | None
    #: The position among the cited pages, by their first citation.
    position: int | None
    #: The sentence with the citation, if the platform provides it.
    context: str | None
    #: When the prompt was sent.
    detected_at: str
    #: Only with `scope=all`: the owner of the page.
    owner: NotRequired[Literal["own", "competitor", "other"]]


class SearchQueryList(TypedDict):
    data: list[SearchQuery]
    meta: ListMeta


class SearchQuery(TypedDict):
    #: As the latest answer spells it. Case and spacing do not make another query.
    query: str
    keyword_id: str
    keyword: str
    #: Valid answers that ran it.
    answers: int
    #: Percent of the keyword’s answers with known searches that ran it.
    share: int
    #: Percent of `answers` that mention your brand.
    mention_rate: int
    #: Percent of `answers` that mention at least one tracked competitor.
    competitor_mention_rate: int
    #: `answers` by platform.
    platforms: dict[str, int]
    last_asked_at: str
    #: Only with `include=evidence`: the keyword’s valid answers that report their searches.
    sample_size: NotRequired[int]
    #: Only with `include=evidence`: the 95% interval of `share`.
    interval: NotRequired[list[int]]
    #: Only with `include=evidence`.
    mention_rate_interval: NotRequired[list[int]]
    #: Only with `include=evidence`.
    metric_version: NotRequired[int]


class SourceList(TypedDict):
    data: list[Source]
    meta: ListMeta


class Source(TypedDict):
    #: The registrable domain. `unresolved`: redirects with an unknown target.
    domain: str
    source_type: Literal["own", "competitor", "community", "editorial", "reference", "review", "institutional", "corporate", "unclassified"]
    #: Who set the type. Null: it follows from the rules, or from the domains of brands.
    set_by: Literal["workspace", "operator"] | None
    #: Valid answers that cite it.
    answers: int
    #: Percent of all valid answers that cite it.
    share: int
    #: Percent of `answers` that mention your brand.
    mention_rate: int
    #: Percent of `answers` that mention at least one tracked competitor.
    competitor_mention_rate: int
    #: `answers` by platform.
    platforms: dict[str, int]
    #: Tracked brands in these answers, most first.
    mentioned: list[SourceBrand]
    #: Number of cited pages.
    page_count: int
    #: The most cited pages: at most 5 in the list, 100 in a single record.
    pages: list[SourcePage]
    #: Null: not cited in the range.
    last_cited_at: str | None
    #: Valid answers in the range.
    sample_size: NotRequired[int]
    #: The 95% interval of `share`.
    interval: NotRequired[list[int]]
    mention_rate_interval: NotRequired[list[int]]
    #: The newest answers that cite it, at most 5.
    answer_ids: NotRequired[list[str]]
    metric_version: NotRequired[int]


class SourceBrand(TypedDict):
    #: Null: your own brand.
    competitor_id: str | None
    name: str
    #: Answers that cite the domain and mention the brand.
    answers: int


class SourcePage(TypedDict):
    #: The canonical URL.
    url: str
    title: str | None
    page_type: Literal["home", "product", "pricing", "documentation", "comparison", "listicle", "how-to", "review", "reference", "article", "thread", "video", "other"]
    #: Answers that cite the page.
    answers: int


class SourceTypeCountList(TypedDict):
    data: list[SourceTypeCount]
    meta: ListMeta


class SourceTypeCount(TypedDict):
    source_type: Literal["own", "competitor", "community", "editorial", "reference", "review", "institutional", "corporate", "unclassified"]
    domains: int
    pages: int
    #: Valid answers that cite at least one page of this type.
    answers: int
    #: Percent of all valid answers. An answer can cite several types.
    share: int
    #: Valid answers in the range.
    sample_size: int
    #: The 95% interval of `share`.
    interval: list[int]


class SourceDetail(TypedDict):
    #: The registrable domain. `unresolved`: redirects with an unknown target.
    domain: str
    source_type: Literal["own", "competitor", "community", "editorial", "reference", "review", "institutional", "corporate", "unclassified"]
    #: Who set the type. Null: it follows from the rules, or from the domains of brands.
    set_by: Literal["workspace", "operator"] | None
    #: Valid answers that cite it.
    answers: int
    #: Percent of all valid answers that cite it.
    share: int
    #: Percent of `answers` that mention your brand.
    mention_rate: int
    #: Percent of `answers` that mention at least one tracked competitor.
    competitor_mention_rate: int
    #: `answers` by platform.
    platforms: dict[str, int]
    #: Tracked brands in these answers, most first.
    mentioned: list[SourceBrand]
    #: Number of cited pages.
    page_count: int
    #: The most cited pages: at most 5 in the list, 100 in a single record.
    pages: list[SourcePage]
    #: Null: not cited in the range.
    last_cited_at: str | None
    #: Valid answers in the range.
    sample_size: int
    #: The 95% interval of `share`.
    interval: list[int]
    mention_rate_interval: list[int]
    #: The newest answers that cite it, at most 5.
    answer_ids: list[str]
    metric_version: int
    #: Oldest first.
    history: list[SourcePoint]


class SourcePoint(TypedDict):
    #: The first day of the period.
    date: str
    answers: int
    share: int
    sample_size: int
    interval: list[int]


class SourceTypeChange(TypedDict):
    #: For your own sites, set the domains of your brand.
    source_type: Literal["community", "editorial", "reference", "review", "institutional", "corporate"]


class GivenSourceType(TypedDict):
    domain: str
    source_type: Literal["community", "editorial", "reference", "review", "institutional", "corporate"]


class GapList(TypedDict):
    data: list[Gap]
    meta: ListMeta


class GapCompetitors(TypedDict):
    competitor_id: str
    name: str
    answers: int


class Gap(TypedDict):
    kind: Literal["domain", "page", "query"]
    #: The domain, the URL of the page, or the search query.
    source: str
    #: Of a page.
    title: str | None
    #: Null for a query.
    source_type: Literal["own", "competitor", "community", "editorial", "reference", "review", "institutional", "corporate", "unclassified"] | None
    #: Of a page.
    page_type: Literal["home", "product", "pricing", "documentation", "comparison", "listicle", "how-to", "review", "reference", "article", "thread", "video", "other"] | None
    keyword_id: str
    keyword: str
    platform: str
    #: About how many more of 100 answers would mention you if those with the source did so as often as the others.
    effect: int
    #: The 95% interval of `effect`.
    interval: list[int]
    #: Percent of answers with the source and a competitor that do not mention or cite you.
    absence: int
    #: The same without the source, for the same prompts.
    other_absence: int
    #: Competitors in `answers`, most frequent first.
    competitors: list[GapCompetitors]
    #: Answers with the source that mention or cite a competitor and not you.
    answers: int
    #: All valid answers of the keyword on the platform.
    sample_size: int
    #: The latest ten of `answers`.
    answer_ids: list[str]
    #: The request that lists all `answers`.
    answers_url: str
    #: Only with `include=evidence`: p after correction. Below 0.05.
    adjusted_p: NotRequired[float]
    #: Only with `include=evidence`: the scatter of the answers.
    phi: NotRequired[float]
    #: Only with `include=evidence`.
    metric_version: NotRequired[int]


class AttributeList(TypedDict):
    data: list[Attribute]
    meta: ListMeta


class Attribute(TypedDict):
    #: A reason, in English, or a role.
    attribute: str
    #: Reasons `for` and `against` the brand are found by lists of English words. A `role` is `top_pick`, `listed`, `passing` or `warned_against`. Of 14 labeled top picks in real answers, 12 are found, and none of 114 other mentions is called one.
    kind: Literal["for", "against", "role"]
    #: Answers that contain it.
    answers: int
    #: `answers` by platform.
    platforms: dict[str, int]
    first_detected_at: str
    last_detected_at: str
    #: The newest of the answers.
    answer_id: str
    #: Percent of `sample_size` that contain it.
    share: int
    #: The newest answers that mention the brand: at most 2,000, and 8 million characters.
    sample_size: int
    #: The 95% interval of `share`.
    interval: list[int]
    #: The sentence in the newest of the answers.
    example: str


class MentionSentenceList(TypedDict):
    data: list[MentionSentence]
    meta: ListMeta


class MentionSentence(TypedDict):
    #: With the first mention in an answer, as plain text, at most 300 characters.
    sentence: str
    #: Answers that contain it.
    answers: int
    #: `answers` by platform.
    platforms: dict[str, int]
    first_detected_at: str
    last_detected_at: str
    #: The newest of the answers.
    answer_id: str
    #: Of these, mentions of your brand with positive sentiment.
    positive: int
    #: Of these, with negative sentiment. The rest is unclear.
    negative: int


class BrandAliases(TypedDict):
    text: str
    case: Literal["smart", "exact", "insensitive"]
    require_any: list[str]
    exclude_any: list[str]


class Brand(TypedDict):
    name: str
    aliases: list[BrandAliases]
    domains: list[str]
    #: Only with `preview=true`: the effect on stored answers. If `next` is not null, send it as `after`.
    preview: NotRequired[BrandPreview]


class BrandPreviewKeywordsExamples(TypedDict):
    answer_id: str
    platform: str
    change: Literal["gained", "lost"]
    context: str


class BrandPreviewKeywords(TypedDict):
    keyword_id: str
    keyword: str
    score_before: int
    score_after: int
    answers: int
    gained: int
    lost: int
    examples: list[BrandPreviewKeywordsExamples]


class BrandPreviewWarnings(TypedDict):
    name: str
    warning: str


class BrandPreview(TypedDict):
    keywords: list[BrandPreviewKeywords]
    warnings: list[BrandPreviewWarnings]
    keywords_done: int
    keywords_total: int
    next: str | None


class NewBrandAliases(TypedDict):
    text: str
    case: NotRequired[Literal["smart", "exact", "insensitive"]]
    require_any: NotRequired[list[str]]
    exclude_any: NotRequired[list[str]]


class NewBrand(TypedDict):
    name: str
    #: Its aliases, instead of all existing ones. The name always counts, too.
    aliases: NotRequired[list[str | NewBrandAliases]]
    #: Its domains, instead of all existing ones. Citations of their pages count.
    domains: NotRequired[list[str]]


class CompetitorList(TypedDict):
    data: list[Competitor]
    meta: ListMeta


class CompetitorAliases(TypedDict):
    text: str
    case: NotRequired[Literal["smart", "exact", "insensitive"]]
    require_any: NotRequired[list[str]]
    exclude_any: NotRequired[list[str]]


class Competitor(TypedDict):
    competitor_id: str
    name: str
    #: The first of its domains, or null without one.
    domain: str | None
    #: Over all keywords, all answers are weighted equally. 0 without data.
    visibility_score: int
    #: Percent of all tracked brand mentions, your own brand included. Null without any mention.
    share_of_voice: int | None
    mentions: int
    citations: int
    platforms: dict[str, int]
    trend: str
    updated_at: str
    #: Valid answers behind the scores. 0 without data.
    sample_size: NotRequired[int]
    interval: NotRequired[list[int]]
    share_of_voice_interval: NotRequired[list[int] | None]
    metric_version: NotRequired[int]
    #: Only with `include=names`: its aliases. Its name always counts, too.
    aliases: NotRequired[list[CompetitorAliases]]
    #: Only with `include=names`: its additional domains.
    domains: NotRequired[list[str]]


class NewCompetitorAliases(TypedDict):
    text: str
    case: NotRequired[Literal["smart", "exact", "insensitive"]]
    require_any: NotRequired[list[str]]
    exclude_any: NotRequired[list[str]]


class NewCompetitor(TypedDict):
    name: str
    #: Its main domain. Citations of its pages count for the competitor.
    domain: NotRequired[str | None]
    #: Its aliases.
    aliases: NotRequired[list[str | NewCompetitorAliases]]
    #: Its additional domains.
    domains: NotRequired[list[str]]


class CompetitorChangeAliases(TypedDict):
    text: str
    case: NotRequired[Literal["smart", "exact", "insensitive"]]
    require_any: NotRequired[list[str]]
    exclude_any: NotRequired[list[str]]


class CompetitorChange(TypedDict):
    #: The former name is kept as an alias, unless you also set `aliases`.
    name: NotRequired[str]
    #: Its main domain; null for none.
    domain: NotRequired[str | None]
    #: Replaces all aliases.
    aliases: NotRequired[list[str | CompetitorChangeAliases]]
    #: Replaces all additional domains.
    domains: NotRequired[list[str]]


class CompetitorCandidateList(TypedDict):
    data: list[CompetitorCandidate]
    meta: ListMeta


class CompetitorCandidate(TypedDict):
    name: str
    #: Number of answers that list it, among the newest 2,000 valid answers of the last 30 days.
    mentions: int
    #: Number of keywords whose answers list it.
    keywords: int
    platforms: list[str]
    #: The latest sentence that lists it, as plain text.
    context: str


class StandingList(TypedDict):
    data: list[Standing]
    meta: ListMeta


class Standing(TypedDict):
    keyword_id: str
    keyword: str
    #: Null: all platforms together.
    platform: str | None
    competitor_id: str
    competitor: str
    #: Your brand against the competitor. `collecting`: fewer than 20 answers, so nothing is claimed.
    verdict: Literal["ahead", "behind", "too_close_to_call", "collecting"]
    sample_size: int
    #: What the verdict is based on. Null while `collecting`.
    figures: Lead | None


class Lead(TypedDict):
    #: First day compared.
    since: str
    #: Last day compared: the end of a closed week.
    until: str
    #: Valid answers. Both brands are counted in the same ones.
    sample_size: int
    own_score: int
    own_interval: list[int]
    competitor_score: int
    competitor_interval: list[int]
    #: `own_score` minus `competitor_score`, in points.
    lead: int
    #: 95 % interval of the lead.
    lead_interval: list[int]
    #: Of McNemar’s test, before the correction for several competitors.
    p_value: float
    metric_version: int


class CrossingList(TypedDict):
    data: list[Crossing]
    meta: ListMeta


class Crossing(TypedDict):
    keyword_id: str
    keyword: str
    #: Null: all platforms together.
    platform: str | None
    competitor_id: str
    competitor: str
    #: Your brand overtook the competitor, or was overtaken by it.
    direction: Literal["overtook", "was_overtaken"]
    #: First day of the closed week in which the lead changed sides.
    week_start: str
    week_end: str
    #: The last tested lead of the other side.
    before: Lead
    after: Lead
    #: The request that lists the answers of `after`.
    answers: str
    #: The newest of them that mention only the brand now ahead, at most 5.
    answer_ids: list[str]


class AnswerList(TypedDict):
    data: list[Answer]
    meta: ListMeta


class AnswerSources(TypedDict):
    url: str
    title: str | None
    #: True if the answer cites the page, false if the platform only retrieved it.
    cited: bool


class AnswerProvenance(TypedDict):
    source: str
    reference: str | None
    country: str | None
    #: Parts of `text` that belong to the interface and were not analyzed.
    removed: list[str]


class Answer(TypedDict):
    answer_id: str
    keyword_id: str
    keyword: str
    platform: str
    #: How it was collected.
    surface: Literal["api", "scraped", "import", "simulated"]
    model: str | None
    prompt: str
    text: str
    sources: list[AnswerSources]
    #: Only `valid` and `unknown_to_platform` count. `unknown_to_platform`: it says that it does not know your brand, and counts as not mentioned. `truncated`: cut off before it mentioned your brand. `no_search`: every search failed.
    status: Literal["valid", "truncated", "refused", "failed", "no_search", "unknown_to_platform"]
    asked_at: str
    cost_usd: float | None
    #: The model that was requested. `model` is the one that answered.
    requested_model: str | None
    #: Whether the assistant searched the web. Null: not reported.
    searched: bool | None
    #: The web searches that the assistant reported.
    queries: list[str]
    #: Where an imported answer comes from: the scraper, its id of the request, and the market.
    provenance: AnswerProvenance | None


class NewAnswerSources(TypedDict):
    url: str
    title: NotRequired[str | None]
    cited: NotRequired[bool]


class NewAnswerProvenance(TypedDict):
    #: The scraper or tool.
    source: str
    #: Its id of the request.
    reference: NotRequired[str | None]
    #: The market of the request.
    country: NotRequired[str | None]


class NewAnswer(TypedDict):
    keyword_id: NotRequired[str | None]
    keyword: NotRequired[str | None]
    platform: str
    prompt: str
    text: NotRequired[str | None]
    sources: NotRequired[list[NewAnswerSources] | None]
    #: Where the answer comes from.
    provenance: NotRequired[NewAnswerProvenance | None]
    model: NotRequired[str | None]
    surface: NotRequired[Literal["api", "scraped", "import"]]
    asked_at: NotRequired[str | None]
    external_id: NotRequired[str | None]
    #: `truncated`: cut off. It counts if it mentions your brand.
    status: NotRequired[Literal["valid", "truncated", "refused", "failed", "no_search"]]
    requested_model: NotRequired[str | None]
    searched: NotRequired[bool | None]
    queries: NotRequired[list[str] | None]


class ScrapedReply(TypedDict):
    #: The scraper that the reply comes from.
    format: Literal["serpapi", "dataforseo", "brightdata", "cloro"]
    #: The reply as it came: one answer.
    reply: dict[str, Any]
    keyword_id: NotRequired[str | None]
    keyword: NotRequired[str | None]
    asked_at: NotRequired[str | None]
    external_id: NotRequired[str | None]
    #: Only if the reply does not name its platform.
    platform: NotRequired[str]
    #: Only if the reply does not contain it.
    prompt: NotRequired[str]


class AnswerBatch(TypedDict):
    answers: list[AnswerToIngest]


class IngestResultList(TypedDict):
    data: list[IngestResult]
    meta: ListMeta


class IngestResult(TypedDict):
    #: The number of the answer in the request, starting at 1.
    line: int
    status: Literal["stored", "duplicate", "refused"]
    answer_id: NotRequired[str]
    #: Why it was rejected.
    detail: NotRequired[str]


class EventList(TypedDict):
    data: list[Event]
    meta: ListMeta


class VisibilityChangedEvent(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["visibility.changed"]
    created_at: str
    data: VisibilityChangedData


class VisibilityChangedData(TypedDict):
    keyword_id: str
    keyword: str
    previous_score: int
    new_score: int
    #: Signed integer.
    change: str
    #: Signed percentage.
    change_percent: str
    platform: str


class MentionNewEvent(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["mention.new"]
    created_at: str
    data: MentionNewData


class MentionNewData(TypedDict):
    keyword_id: str
    keyword: str
    platform: str
    position: int
    sentiment: Literal["positive", "neutral", "negative"]
    #: Excerpt of the answer.
    context: str


class CitationNewEvent(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["citation.new"]
    created_at: str
    data: CitationNewData


class CitationNewData(TypedDict):
    citation_id: str
    keyword_id: str
    keyword: str
    platform: str
    url: str
    domain: str
    title: str | None
    position: int | None
    context: str | None


class AlertTriggeredEvent(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["alert.triggered"]
    created_at: str
    data: AlertTriggeredData


class AlertTriggeredData(TypedDict):
    alert_id: str
    alert_name: str
    trigger_reason: str
    keyword_id: str
    keyword: str
    current_score: int
    threshold: int


class CompetitorChangedEvent(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["competitor.changed"]
    created_at: str
    data: CompetitorChangedData


class CompetitorChangedData(TypedDict):
    keyword_id: str
    keyword: str
    previous_score: int
    new_score: int
    #: Signed integer.
    change: str
    #: Signed percentage.
    change_percent: str
    platform: str
    competitor_id: str
    competitor_name: str


class ReportReadyEvent(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["report.ready"]
    created_at: str
    data: ReportReadyData


class ReportReadyData(TypedDict):
    report_id: str
    report_name: str
    period_start: str
    period_end: str
    format: Literal["pdf", "csv", "json"]
    #: URL of the file. Requires an API key.
    report_url: str


class VisibilityChangedEventWithEvidence(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["visibility.changed"]
    created_at: str
    data: VisibilityChangedData
    evidence: EventEvidence


class MentionNewEventWithEvidence(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["mention.new"]
    created_at: str
    data: MentionNewData
    evidence: EventEvidence


class CitationNewEventWithEvidence(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["citation.new"]
    created_at: str
    data: CitationNewData
    evidence: EventEvidence


class AlertTriggeredEventWithEvidence(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["alert.triggered"]
    created_at: str
    data: AlertTriggeredData
    evidence: EventEvidence


class CompetitorChangedEventWithEvidence(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["competitor.changed"]
    created_at: str
    data: CompetitorChangedData
    evidence: EventEvidence


class ReportReadyEventWithEvidence(TypedDict):
    #: The event id, the same for all its deliveries.
    id: str
    type: Literal["report.ready"]
    created_at: str
    data: ReportReadyData
    evidence: EventEvidence


class ActivityList(TypedDict):
    data: list[Activity]
    meta: ListMeta


class Activity(TypedDict):
    activity_id: str
    type: Literal["collection.finished", "platform.key_refused", "webhook.failing", "webhook.disabled"]
    created_at: str
    #: The entry as a sentence.
    message: str
    #: By type: `day`, `prompts` and `missed`; `platform`; or `webhook_id`, `url` and `delivery_id`.
    data: dict[str, Any]


class AlertList(TypedDict):
    data: list[Alert]
    meta: ListMeta


class Alert(TypedDict):
    alert_id: str
    name: str
    #: Null: every keyword, or those with the `tag` of the settings.
    keyword_id: str | None
    #: Null: the overall score.
    platform: str | None
    condition: Literal["below", "above", "drops_by", "rises_by", "overtaken"]
    #: A score; for `drops_by` and `rises_by` the change in points from the previous seven days. Not used with `overtaken`.
    threshold: int
    status: Literal["active", "paused"]
    created_at: str


class AlertWithSettingsList(TypedDict):
    data: list[AlertWithSettings]
    meta: ListMeta


class AlertWithSettings(TypedDict):
    alert_id: str
    name: str
    #: Null: every keyword, or those with the `tag` of the settings.
    keyword_id: str | None
    #: Null: the overall score.
    platform: str | None
    condition: Literal["below", "above", "drops_by", "rises_by", "overtaken"]
    #: A score; for `drops_by` and `rises_by` the change in points from the previous seven days. Not used with `overtaken`.
    threshold: int
    status: Literal["active", "paused"]
    created_at: str
    tag: str | None
    #: Only with `overtaken`. Null: any competitor.
    competitor_id: str | None
    only_significant: bool
    email: Literal["off", "each", "daily"]
    recipients: list[str]
    #: `not_configured`: no mail server is configured, so emails are not sent. Null: `email` is `off`.
    email_status: Literal["not_configured", "ready"] | None


class NewAlert(TypedDict):
    name: str
    #: Null: every keyword.
    keyword_id: NotRequired[str | None]
    #: Instead of `keyword_id`: the keywords with this tag, now or later.
    tag: NotRequired[str | None]
    #: Null: the overall score.
    platform: NotRequired[str | None]
    #: Only with `overtaken`: this competitor. Null: any.
    competitor_id: NotRequired[str | None]
    #: `overtaken`: a competitor takes the lead in a week that closes, see `GET /standings/crossings`.
    condition: Literal["below", "above", "drops_by", "rises_by", "overtaken"]
    #: Required, except with `overtaken`. A score from 0 to 100: at least 1 with `below`, at most 99 with `above`. Points with `drops_by` and `rises_by`: at least 1.
    threshold: NotRequired[int]
    #: Fire only on a significant change, judged by the 95 % intervals of the score and of its change.
    only_significant: NotRequired[bool]
    #: Also send an email: one for each firing, or one a day with all of them.
    email: NotRequired[Literal["off", "each", "daily"]]
    #: Empty: the account’s owner.
    recipients: NotRequired[list[str]]
    status: NotRequired[Literal["active", "paused"]]


class AlertChange(TypedDict):
    name: NotRequired[str]
    keyword_id: NotRequired[str | None]
    tag: NotRequired[str | None]
    platform: NotRequired[str | None]
    competitor_id: NotRequired[str | None]
    #: `overtaken`: a competitor takes the lead in a week that closes, see `GET /standings/crossings`.
    condition: NotRequired[Literal["below", "above", "drops_by", "rises_by", "overtaken"]]
    #: Required, except with `overtaken`. A score from 0 to 100: at least 1 with `below`, at most 99 with `above`. Points with `drops_by` and `rises_by`: at least 1.
    threshold: NotRequired[int]
    only_significant: NotRequired[bool]
    email: NotRequired[Literal["off", "each", "daily"]]
    recipients: NotRequired[list[str]]
    status: NotRequired[Literal["active", "paused"]]


class AlertToBacktest(TypedDict):
    name: NotRequired[str]
    #: Null: every keyword.
    keyword_id: NotRequired[str | None]
    #: Instead of `keyword_id`: the keywords with this tag, now or later.
    tag: NotRequired[str | None]
    #: Null: the overall score.
    platform: NotRequired[str | None]
    #: Only with `overtaken`: this competitor. Null: any.
    competitor_id: NotRequired[str | None]
    #: `overtaken`: a competitor takes the lead in a week that closes, see `GET /standings/crossings`.
    condition: Literal["below", "above", "drops_by", "rises_by", "overtaken"]
    #: Required, except with `overtaken`. A score from 0 to 100: at least 1 with `below`, at most 99 with `above`. Points with `drops_by` and `rises_by`: at least 1.
    threshold: NotRequired[int]
    #: Fire only on a significant change, judged by the 95 % intervals of the score and of its change.
    only_significant: NotRequired[bool]
    #: Also send an email: one for each firing, or one a day with all of them.
    email: NotRequired[Literal["off", "each", "daily"]]
    #: Empty: the account’s owner.
    recipients: NotRequired[list[str]]
    status: NotRequired[Literal["active", "paused"]]
    #: How far back.
    days: NotRequired[int]


class AlertBacktestFirings(TypedDict):
    date: str
    keyword_id: str
    keyword: str
    value: int
    #: The score before; for `drops_by` and `rises_by` that of the seven days before.
    previous: int | None
    trigger_reason: str
    #: The change may be noise: with `only_significant` the rule would not have fired.
    within_noise: bool


class AlertBacktestSummary(TypedDict):
    firings: int
    within_noise: int
    #: At most 500, the oldest.
    keywords_examined: int
    keywords_matching: int
    days: int
    since: str
    until: str


class AlertBacktest(TypedDict):
    #: Newest first, at most 1,000.
    firings: list[AlertBacktestFirings]
    summary: AlertBacktestSummary


class AnnotationList(TypedDict):
    data: list[Annotation]
    meta: ListMeta


class Annotation(TypedDict):
    annotation_id: str
    date: str
    text: str
    created_at: str


class NewAnnotation(TypedDict):
    #: The UTC day it marks.
    date: str
    text: str


class SavedViewList(TypedDict):
    data: list[SavedView]
    meta: ListMeta


class SavedView(TypedDict):
    view_id: str
    name: str
    #: The path of a page of the dashboard.
    page: str
    #: The query string of its URL.
    filters: str
    created_at: str


class NewSavedView(TypedDict):
    name: str
    page: str
    #: The query string of its URL, without `?`.
    filters: NotRequired[str]


class MetricList(TypedDict):
    data: list[Metric]
    meta: ListMeta


class Metric(TypedDict):
    id: str
    version: int
    formula: str
    denominator: str
    meaning: str


class Significance(TypedDict):
    #: A change of fewer points is never significant.
    min_points: int
    #: The significance level of a week. A lower one finds fewer changes and causes fewer false alarms.
    level: float


class SignificanceChange(TypedDict):
    min_points: NotRequired[int]
    level: NotRequired[float]


class RetentionInstallation(TypedDict):
    raw_days: int | None
    text_days: int | None
    findings_days: int | None


class RetentionEffective(TypedDict):
    raw_days: int | None
    text_days: int | None
    findings_days: int | None


class RetentionRemovedBefore(TypedDict):
    raw: str | None
    texts: str | None
    findings: str | None


class Retention(TypedDict):
    #: Days to keep the raw replies of platforms. Null: forever. Recommended: 90.
    raw_days: int | None
    #: Days to keep answer texts and their sources. Null: forever. Recommended: 396 (13 months).
    text_days: int | None
    #: Days to keep single mentions and citations. Null: forever, as recommended. Sums of days always stay.
    findings_days: int | None
    #: The limits of this installation.
    installation: RetentionInstallation
    #: The shorter of both limits. Months are removed when they are entirely older.
    effective: RetentionEffective
    #: Answers before these days no longer have them.
    removed_before: RetentionRemovedBefore
    #: About how many bytes are freed when what is too old is removed.
    frees_bytes: int


class RetentionChange(TypedDict):
    #: Days to keep the raw replies of platforms. Null: forever. Recommended: 90.
    raw_days: NotRequired[int | None]
    #: Days to keep answer texts and their sources. Null: forever. Recommended: 396 (13 months).
    text_days: NotRequired[int | None]
    #: Days to keep single mentions and citations. Null: forever, as recommended. Sums of days always stay.
    findings_days: NotRequired[int | None]


class PlatformList(TypedDict):
    data: list[Platform]
    meta: ListMeta


class Platform(TypedDict):
    platform: str
    #: Whose API key is used. The key itself is never returned.
    key: Literal["workspace", "environment", "none"]


class PlatformChange(TypedDict):
    #: The key. null removes it.
    api_key: str | None


class UsageBudget(TypedDict):
    daily_cap_usd: float | None
    monthly_cap_usd: float | None
    spent_today_usd: float
    spent_month_usd: float


class UsageDays(TypedDict):
    date: str
    platform: str
    valid: int
    #: Cut off before they mentioned your brand. Not counted.
    truncated: int
    refused: int
    failed: int
    cost_usd: float


class UsageScatter(TypedDict):
    platform: str
    #: Variance of answers relative to independent ones. 1: independent.
    phi: float
    #: Per week, on average.
    answers_per_prompt: float
    #: Ask a prompt at most this often per week. null: any number.
    repeats: int | None
    #: Spread them over this many days.
    days: int | None
    #: How many times as many prompts the same number of answers then covers.
    prompts_factor: float | None


class Usage(TypedDict):
    plan: Literal["free", "pro", "enterprise"]
    requests_per_hour: int
    budget: UsageBudget
    days: list[UsageDays]
    #: How much answers vary from week to week, as of the last closed window.
    scatter: list[UsageScatter]


class UsageEstimate(TypedDict):
    questions_per_week: int
    cost_usd_per_week: float
    platforms: dict[str, float]
    #: Platforms with an unknown price, not included in the total.
    unpriced: list[str]


class ReportList(TypedDict):
    data: list[Report]
    meta: ListMeta


class Report(TypedDict):
    report_id: str
    name: str
    #: `weekly`: Monday to Sunday. `monthly`: a calendar month. Both in UTC, created when the period is over.
    schedule: Literal["weekly", "monthly", "once"]
    format: Literal["pdf", "csv", "json"]
    #: First day.
    period_start: str
    #: Last day, inclusive.
    period_end: str
    status: Literal["scheduled", "running", "ready", "failed"]
    created_at: str


class ReportWithSettingsList(TypedDict):
    data: list[ReportWithSettings]
    meta: ListMeta


class ReportWithSettings(TypedDict):
    report_id: str
    name: str
    #: `weekly`: Monday to Sunday. `monthly`: a calendar month. Both in UTC, created when the period is over.
    schedule: Literal["weekly", "monthly", "once"]
    format: Literal["pdf", "csv", "json"]
    #: First day.
    period_start: str
    #: Last day, inclusive.
    period_end: str
    status: Literal["scheduled", "running", "ready", "failed"]
    created_at: str
    #: Keywords selected by id. If `tags` is empty too, all keywords.
    keyword_ids: list[str]
    #: Keywords with one of these tags.
    tags: list[str]
    recipients: list[str]
    #: Null: as soon as the period is over.
    send_day: int | None
    send_time: str
    #: The IANA time zone of `send_time`.
    time_zone: str
    #: Null: the default color.
    accent_color: str | None
    has_logo: bool
    #: Why it failed.
    failure: str | None
    #: The formats in which the file is available. Empty until the report is ready.
    formats: list[Literal["pdf", "csv", "json"]]
    #: `not_configured`: not sent, because no mail server is configured. `failed`: failed permanently for at least one recipient. Null: no recipients, not created yet, or created more than 30 days ago.
    email_status: Literal["not_configured", "queued", "sent", "failed"] | None


class NewReport(TypedDict):
    name: str
    #: `weekly`: Monday to Sunday. `monthly`: a calendar month. Both in UTC, created when the period is over.
    schedule: Literal["weekly", "monthly", "once"]
    format: Literal["pdf", "csv", "json"]
    #: First day. Required for `once`, otherwise not allowed.
    period_start: NotRequired[str]
    #: Last day, inclusive. Required for `once`, otherwise not allowed. Must not be after today; at most 400 days in total.
    period_end: NotRequired[str]
    #: Only these keywords, and those with one of `tags`.
    keyword_ids: NotRequired[list[str]]
    #: Only keywords with one of these tags, and those in `keyword_ids`.
    tags: NotRequired[list[str]]
    #: Email recipients of the report.
    recipients: NotRequired[list[str]]
    #: Day of the week (1 is Monday) or of the month (1 to 28) after the period. Null: as soon as it is over.
    send_day: NotRequired[int | None]
    #: Local time of sending.
    send_time: NotRequired[str]
    #: The IANA time zone of `send_time`.
    time_zone: NotRequired[str]
    #: Color of titles and charts in the PDF. Null: the default.
    accent_color: NotRequired[str | None]
    #: A PNG in base64, at most 100 kB and 1,000 pixels, for the first page of the PDF. Null: none.
    logo: NotRequired[str | None]
    #: The id of a report whose logo is used.
    logo_from: NotRequired[str]


class ReportChange(TypedDict):
    name: NotRequired[str]
    format: NotRequired[Literal["pdf", "csv", "json"]]
    keyword_ids: NotRequired[list[str]]
    tags: NotRequired[list[str]]
    recipients: NotRequired[list[str]]
    #: Day of the week (1 is Monday) or of the month (1 to 28) after the period. Null: as soon as it is over.
    send_day: NotRequired[int | None]
    #: Local time of sending.
    send_time: NotRequired[str]
    #: The IANA time zone of `send_time`.
    time_zone: NotRequired[str]
    #: Color of titles and charts in the PDF. Null: the default.
    accent_color: NotRequired[str | None]
    #: A PNG in base64, at most 100 kB and 1,000 pixels, for the first page of the PDF. Null: none.
    logo: NotRequired[str | None]


class WebhookList(TypedDict):
    data: list[Webhook]
    meta: ListMeta


class Webhook(TypedDict):
    webhook_id: str
    url: str
    events: list[EventType]
    status: Literal["enabled", "disabled"]
    description: str | None
    disabled_at: str | None
    disabled_reason: Literal["delivery_failures", "gone", "user"] | None
    created_at: str
    updated_at: str


class WebhookWithSettingsList(TypedDict):
    data: list[WebhookWithSettings]
    meta: ListMeta


class WebhookWithSettings(TypedDict):
    webhook_id: str
    url: str
    events: list[EventType]
    status: Literal["enabled", "disabled"]
    description: str | None
    disabled_at: str | None
    disabled_reason: Literal["delivery_failures", "gone", "user"] | None
    created_at: str
    updated_at: str
    #: The event (default: `json`), or a chat message.
    format: Literal["json", "slack", "teams", "discord"]
    #: `thin`: only id, type and created_at. Default: `full`.
    payload: Literal["full", "thin"]
    #: Names of the extra request headers. Their values are never returned.
    header_names: list[str]


class NewWebhook(TypedDict):
    #: The URL that receives events. Must use https and a public address.
    url: str
    events: list[EventType]
    description: NotRequired[str | None]
    #: The event (default: `json`), or a chat message.
    format: NotRequired[Literal["json", "slack", "teams", "discord"]]
    #: `thin`: only id, type and created_at. Default: `full`.
    payload: NotRequired[Literal["full", "thin"]]
    #: At most 10. Values are never returned.
    headers: NotRequired[dict[str, str]]
    #: Signs every delivery. Never returned. If omitted, the server generates one and returns it once.
    secret: NotRequired[str]


class WebhookWithSecret(TypedDict):
    webhook_id: str
    url: str
    events: list[EventType]
    status: Literal["enabled", "disabled"]
    description: str | None
    disabled_at: str | None
    disabled_reason: Literal["delivery_failures", "gone", "user"] | None
    created_at: str
    updated_at: str
    #: Only in this response, and only if the server generated it.
    secret: NotRequired[str]


class WebhookChange(TypedDict):
    #: The URL that receives events. Must use https and a public address.
    url: NotRequired[str]
    events: NotRequired[list[EventType]]
    description: NotRequired[str | None]
    #: The event (default: `json`), or a chat message.
    format: NotRequired[Literal["json", "slack", "teams", "discord"]]
    #: `thin`: only id, type and created_at. Default: `full`.
    payload: NotRequired[Literal["full", "thin"]]
    #: Others stay; null removes one, or all. A new host in `url` needs all of them.
    headers: NotRequired[dict[str, str | None] | None]
    status: NotRequired[Literal["enabled", "disabled"]]
    #: When enabling: whether held deliveries are sent (the default) or cancelled.
    deliver_held: NotRequired[bool]


class WebhookTest(TypedDict):
    type: EventType


class DeliveryDetailAttemptLogTimings(TypedDict):
    dns_ms: int | None
    connect_ms: int | None
    tls_ms: int | None
    first_byte_ms: int | None


class DeliveryDetailAttemptLog(TypedDict):
    attempt: int
    started_at: str
    duration_ms: int | None
    response_status: int | None
    #: A code such as timeout or tls_expired; null on success.
    error: str | None
    #: The first 16 KiB of the response body. Untrusted text: escape it.
    response_body: str | None
    timings: NotRequired[DeliveryDetailAttemptLogTimings]
    error_text: NotRequired[str | None]


class DeliveryDetail(TypedDict):
    delivery_id: str
    #: The same on every attempt, retry and replay.
    event_id: str
    webhook_id: str
    type: EventType
    status: Literal["pending", "succeeded", "failed", "held", "cancelled"]
    attempts: int
    response_status: int | None
    created_at: str
    next_attempt_at: str | None
    #: The body as it is sent. In other formats than json it is the event until the first attempt.
    payload: dict[str, Any]
    attempt_log: list[DeliveryDetailAttemptLog]


class Replay(TypedDict):
    #: Events created at or after this time.
    since: str
    #: Events created before this time. Default: now.
    until: NotRequired[str]
    #: Default: the types that the webhook is subscribed to.
    types: NotRequired[list[EventType]]


class ReplayResult(TypedDict):
    #: Number of queued deliveries.
    deliveries: int


class SecretRotation(TypedDict):
    #: Signs every delivery. Never returned. If omitted, the server generates one and returns it once.
    secret: NotRequired[str]
    #: How long X-Service-Signature is still signed with the old secret. 0: the new secret signs immediately.
    grace_seconds: NotRequired[int]


class DeliveryList(TypedDict):
    data: list[Delivery]
    meta: ListMeta


class Delivery(TypedDict):
    delivery_id: str
    #: The same on every attempt, retry and replay.
    event_id: str
    webhook_id: str
    type: EventType
    status: Literal["pending", "succeeded", "failed", "held", "cancelled"]
    attempts: int
    response_status: int | None
    created_at: str
    next_attempt_at: str | None


class ReceivedRequestList(TypedDict):
    data: list[ReceivedRequest]
    meta: ListMeta


class ReceivedRequest(TypedDict):
    #: Counts up within a webhook.
    sequence: int
    delivery_id: str
    event_id: str
    type: EventType
    attempt: int
    received_at: str
    #: As sent. The values of your own headers are hidden.
    headers: dict[str, str]
    #: The raw body, whose signature is in the headers.
    body: str


class SandboxStep(TypedDict):
    seconds: int


class SandboxProgress(TypedDict):
    now: str
    questions_asked: int
    events: int


CreateKeywordsInput: TypeAlias = NewKeyword | KeywordBatch
CreateKeywordsResult: TypeAlias = Keyword | KeywordList
ListVisibilityResult: TypeAlias = VisibilityList | VisibilityWithEvidenceList
AnswerToIngest: TypeAlias = NewAnswer | ScrapedReply
IngestAnswersInput: TypeAlias = NewAnswer | ScrapedReply | AnswerBatch
EventType: TypeAlias = Literal["visibility.changed", "mention.new", "citation.new", "alert.triggered", "competitor.changed", "report.ready"]
Event: TypeAlias = VisibilityChangedEvent | MentionNewEvent | CitationNewEvent | AlertTriggeredEvent | CompetitorChangedEvent | ReportReadyEvent
EventWithEvidence: TypeAlias = VisibilityChangedEventWithEvidence | MentionNewEventWithEvidence | CitationNewEventWithEvidence | AlertTriggeredEventWithEvidence | CompetitorChangedEventWithEvidence | ReportReadyEventWithEvidence
EventEvidence: TypeAlias = dict[str, Any]
ListAlertsResult: TypeAlias = AlertList | AlertWithSettingsList
CreateAlertResult: TypeAlias = Alert | AlertWithSettings
GetAlertResult: TypeAlias = Alert | AlertWithSettings
ChangeAlertResult: TypeAlias = Alert | AlertWithSettings
ListReportsResult: TypeAlias = ReportList | ReportWithSettingsList
CreateReportResult: TypeAlias = Report | ReportWithSettings
GetReportResult: TypeAlias = Report | ReportWithSettings
ChangeReportResult: TypeAlias = Report | ReportWithSettings
ListWebhooksResult: TypeAlias = WebhookList | WebhookWithSettingsList
GetWebhookResult: TypeAlias = Webhook | WebhookWithSettings
ChangeWebhookResult: TypeAlias = Webhook | WebhookWithSettings
