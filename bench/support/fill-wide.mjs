import { groupBy } from '../../server/dist/base/group-by.js';
import { addToDays } from '../../server/dist/measure/add-to-days.js';
import { sourceParts } from '../../server/dist/measure/source-parts.js';
import { storedFindings } from '../../server/dist/store/answers/findings.js';
import { storedAnswers } from '../../server/dist/store/answers/stored-answers.js';
import { promptNumbers, saveDays } from '../../server/dist/store/days/write.js';
import { openDb, raw, sql } from '../../server/dist/store/db.js';
import { keywordNames } from '../../server/dist/store/keywords/keywords.js';
import { makeSums } from '../../server/dist/store/sums/make.js';
import { addParts, markDays } from '../../server/dist/store/sums/write.js';
import { ensurePartitions } from '../../server/dist/store/system/partitions.js';
import { withoutIndexes } from './fill.mjs';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
/** Of one keyword on one day: 160 a week, as the default plan of measuring asks. */
const A_DAY = 23;

/**
 * Gives a workspace this many answers, made by PostgreSQL itself: set by set, a million take about two minutes. Pages
 * and domains are cited as on the web, few very often and many rarely: 2,000 domains of 30 pages each. Texts have 300
 * characters, so that the figures are those of the tables that reads use.
 */
export async function fillWide(url, { workspaceId, answers, keywords }) {
  const db = openDb({ url, maxConnections: 1, statementTimeoutMs: 1_800_000 });
  try {
    const days = Math.ceil(answers / keywords / A_DAY);
    const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await ensurePartitions(db, day(days), day(0));
    const of = (text) => raw(text.replaceAll(':workspace', `'${workspaceId}'`).replaceAll(':keywords', keywords));
    await db.query(raw('set synchronous_commit = off'));
    await db.query(raw("set maintenance_work_mem = '256MB'"));
    for (const statement of [KEYWORDS, PROMPTS, TOTAL]) await db.query(of(statement));
    await withoutIndexes(db, ['answers', 'mentions', 'citations'], async () => {
      for (let ago = 1; ago <= days; ago++) {
        await db.query(raw('drop table if exists made, made_citations'));
        for (const statement of DAY) await db.query(of(statement.replaceAll(':ago', String(ago))));
      }
    });
    await db.query(raw('vacuum (analyze) answers, mentions, citations, keywords, prompts'));
    for (const [keywordId, { reading }] of await keywordNames(db, workspaceId)) {
      await fillDays(db, workspaceId, { keywordId, reading });
    }
    for (const statement of TOTALS) await db.query(of(statement));
    await makeSums(db, new AbortController().signal);
    await db.query(of(VISIBILITY));
    await db.query(raw('vacuum (analyze)'));
    await db.query(sql`checkpoint`);
  } finally {
    await db.close();
  }
}

async function fillDays(db, workspaceId, keyword) {
  const { keywordId } = keyword;
  const days = new Map();
  for await (const answers of storedAnswers(db, workspaceId, { keywordId })) {
    const stored = await storedFindings(db, workspaceId, { keywordId, answers });
    const mentions = groupBy(stored.mentions, ({ answerId }) => answerId);
    const citations = groupBy(stored.citations, ({ answerId }) => answerId);
    const found = answers.map((answer) => ({
      keyword,
      answer,
      mentions: mentions.get(answer.answerId) ?? [],
      citations: citations.get(answer.answerId) ?? [],
    }));
    await addToDays(db, workspaceId, { days, answers: found });
    const promptIds = answers.map(({ promptId }) => promptId);
    const sources = sourceParts(found, await promptNumbers(db, workspaceId, promptIds));
    await db.transaction((tx) => addParts(tx, workspaceId, sources.parts));
    await db.transaction((tx) => markDays(tx, workspaceId, sources.days));
  }
  await db.transaction((tx) => saveDays(tx, workspaceId, [...days.values()]));
}

/** As `base/page-key.ts` makes it. */
const pageKey = (url) => `('x' || left(encode(sha256(convert_to(${url}, 'UTF8')), 'hex'), 16))::bit(64)::bigint`;

/** A number from 0 to 1 that is always the same for the same number and salt. */
const chance = (number, salt) => `((hashint8extended(${number}, ${salt}) & 2147483647) / 2147483648.0)`;

/** As `makeId` writes a time: ten digits to the base of 32. */
const idOf = (prefix, time, rest) =>
  `'${prefix}_' || ${Array.from(
    { length: 10 },
    (_, i) => `substr('0123456789abcdefghjkmnpqrstvwxyz', ((${time} >> ${5 * (9 - i)}) & 31)::integer + 1, 1)`,
  ).join(' || ')} || lpad(${rest}::text, 16, '0')`;

const KEYWORDS = `
  insert into keywords (workspace_id, keyword_id, keyword, identity, tags, platforms, reading, created_at, updated_at)
  select :workspace, 'kw_' || lpad(k::text, 26, '0'), 'software for purpose ' || k, jsonb_build_array('software for purpose ' || k, '', '')::text,
         array['tag ' || k % 20, 'all'] || case k % 2 when 0 then array['half'] else '{}' end, array['${PLATFORMS.join("','")}'],
         w.reading, now() - interval '400 days', now()
  from generate_series(0, :keywords - 1) k
  join workspaces w on w.workspace_id = :workspace`;

const PROMPTS = `
  insert into prompts (workspace_id, prompt_id, keyword_id, number, place, text)
  select :workspace, 'prm_' || lpad((k * 5 + p)::text, 26, '0'), 'kw_' || lpad(k::text, 26, '0'), p + 1, p, 'Question ' || p || ' about purpose ' || k
  from generate_series(0, :keywords - 1) k
  cross join generate_series(0, 4) p`;

const TOTAL = `
  update list_totals
  set keywords = keywords + :keywords, measured = measured + :keywords, version = version + 1, published_at = now()
  where workspace_id = :workspace`;

const BRANDS = `
  select b.place, b.brand ->> 'id' as id, b.brand -> 'domains' ->> 0 as domain
  from workspaces w
  join readings r using (workspace_id, reading)
  cross join lateral jsonb_array_elements(jsonb_build_array(r.subject -> 'brand') || (r.subject -> 'competitors'))
    with ordinality as b (brand, place)
  where w.workspace_id = :workspace`;

const DAY = [
  `create temporary table made as
   select n, answer_id, asked_at, 'kw_' || lpad(k::text, 26, '0') as keyword_id, k,
          'prm_' || lpad((k * 5 + slot / 4 % 5)::text, 26, '0') as prompt_id,
          (array['${PLATFORMS.join("','")}'])[1 + slot % 4] as platform, hashint8extended(n, 5) % 50 = 0 as is_failed
   from (
     select *, ${idOf('ans', 'ms', 'n')} as answer_id, to_timestamp(ms / 1000.0) as asked_at
     from (
       select :ago::bigint * 1000000 + i as n, i % :keywords as k, i / :keywords as slot,
              (extract(epoch from (now() at time zone 'UTC')::date - :ago) * 1000)::bigint
                + floor(${chance(':ago::bigint * 1000000 + i', 1)} * 86400)::bigint * 1000 as ms
       from generate_series(0, :keywords * ${A_DAY} - 1) i
       offset 0
     ) timed
     offset 0
   ) made`,
  `insert into answers (workspace_id, asked_at, answer_id, keyword_id, prompt_id, platform, surface, status, prompt, text, queries, searched, model, usage, recorded_at)
   select :workspace, asked_at, answer_id, keyword_id, prompt_id, platform, 'api',
          case when is_failed then 'failed' else 'valid' end, 'Which software is best for purpose ' || k || '?',
          repeat(md5(n::text), 9), jsonb_build_array('best software purpose ' || k || ' ' || (hashint8extended(n, 6) & 7)), true, 'model-' || platform,
          '{"input": 20, "output": 400}', asked_at
   from made
   order by asked_at`,
  `insert into mentions (workspace_id, detected_at, mention_id, answer_id, keyword_id, platform, brand_id, position, sentiment, sentiment_method, context, spans)
   select :workspace, asked_at, 'mnt_' || substr(answer_id, 5, 10) || lpad((n * 100 + place)::text, 16, '0'), answer_id, keyword_id, platform, id, place,
          (array['positive', 'neutral', 'negative'])[1 + (n + place) % 3], 'lexicon', 'A short sentence about ' || id || '.', '[[20, 30]]'
   from made
   cross join (${BRANDS}) b
   where not is_failed
     and ${chance('n', '10 + place')} < 0.7 / (1 + place)
   order by asked_at`,
  // Zipf: a rank is as likely as one over itself.
  `create temporary table made_citations as
   select distinct on (n, page) m.*, b.id as owner_id, c.place as position, rank, page,
          coalesce(b.domain, 'site-' || rank || '.example') as domain
   from made m
   cross join lateral generate_series(1, (hashint8extended(n, 2) & 7)::integer) as c (place)
   cross join lateral (
     select floor(exp(${chance('n * 8 + c.place', 3)} * ln(2000)))::integer as rank,
            floor(30 * ${chance('n * 8 + c.place', 4)} ^ 3)::integer as inner_page
   ) r
   cross join lateral (select rank * 30 + inner_page as page) p
   left join (${BRANDS}) b on b.place * 4 = r.rank
   where not is_failed`,
  `insert into citations (workspace_id, detected_at, citation_id, answer_id, keyword_id, platform, kind, owner, owner_id, url, canonical_url, page_key, domain, title, position, context)
   select :workspace, asked_at, 'cit_' || substr(answer_id, 5, 10) || lpad((n * 100 + position)::text, 16, '0'), answer_id, keyword_id, platform, 'cited',
          case owner_id when 'brand' then 'own' else case when owner_id is null then 'other' else 'competitor' end end, owner_id,
          'https://www.' || domain || '/guides/page-' || page || '?utm_source=chat', 'https://' || domain || '/guides/page-' || page,
          ${pageKey(`'https://' || domain || '/guides/page-' || page`)}, domain, 'Page ' || page || ' of ' || domain, position, 'A sentence that cites the page ' || page || '.'
   from made_citations
   order by asked_at`,
];

const TOTALS = [
  `insert into workspace_days (workspace_id, day, reading, platform, valid, cited)
   select :workspace, day, w.reading, platform, sum(valid), sum(cited)
   from (
     select (asked_at at time zone 'UTC')::date as day, platform, 1 as valid, 0 as cited
     from answers
     where workspace_id = :workspace
       and status = 'valid'
     union all
     select (detected_at at time zone 'UTC')::date, platform, 0, 1
     from citations
     where workspace_id = :workspace
   ) counts
   join workspaces w on w.workspace_id = :workspace
   group by 2, 3, 4`,
  // How many brands an answer mentions has no effect on what a read costs.
  `insert into workspace_findings (workspace_id, day, reading, platform, brand_id, brands_named, named, positive, negative, cited)
   select :workspace, day, w.reading, platform, brand_id, 2, sum(named), sum(named) / 3, sum(named) / 3, sum(cited)
   from (
     select (detected_at at time zone 'UTC')::date as day, platform, brand_id, 1 as named, 0 as cited
     from mentions
     where workspace_id = :workspace
     union all
     select (detected_at at time zone 'UTC')::date, platform, owner_id, 0, 1
     from citations
     where workspace_id = :workspace
       and owner_id is not null
   ) found
   join workspaces w on w.workspace_id = :workspace
   group by 2, 3, 4, 5`,
  `insert into cited_pages
   select workspace_id, page_key, canonical_url, domain, max(title)
   from citations
   where workspace_id = :workspace
     and kind = 'cited'
   group by 1, 2, 3, 4`,
];

const VISIBILITY = `
  insert into visibility (workspace_id, keyword_id, keyword, tags, visibility_score, trend, updated_at, last_day, reading, doc, evidence, platforms)
  select workspace_id, keyword_id, keyword, tags, score, 0, now(), current_date - 1, reading,
         json_build_object('keyword_id', keyword_id, 'keyword', keyword, 'visibility_score', score, 'mentions', 56, 'citations', 9,
           'platforms', json_build_object('chatgpt', score, 'claude', score, 'gemini', score, 'perplexity', score),
           'trend', '+0%', 'updated_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::text,
         '"sample_size":160,"interval":[30,60],"metric_version":1', platforms
  from (
    select *, 35 + hashtext(keyword_id) % 10 as score
    from keywords
    where workspace_id = :workspace
      and keyword like 'software for purpose %'
  ) k`;
