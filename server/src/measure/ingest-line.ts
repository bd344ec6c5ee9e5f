import { z } from 'zod';
import { own } from '../base/own.ts';
import { check } from '../base/problems.ts';
import { tidiedText } from '../base/tidy.ts';
import { addDays, dayOf } from '../base/time.ts';
import { meantPlatform } from '../collect/meant-platform.ts';
import { isPossiblePage } from '../collect/page-list.ts';
import { ANSWER_STATUSES, LONGEST_TEXT } from '../collect/platform.ts';
import { PLATFORM_IDS } from '../collect/platforms.ts';
import { readScraped, SCRAPER_FORMATS } from '../collect/scraped/read-scraped.ts';
import type { Surface } from '../store/answers/answers.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/** One input line: its content, or why it could not be parsed. */
export type IncomingLine = { line: number; value: unknown } | { line: number; problem: string };

/** A line that is parsed with its batch, while PostgreSQL stores the batch before. */
export interface UnparsedLine {
  line: number;
  json: string;
}

/** An answer collected elsewhere, validated and cleaned. */
export interface SentAnswer extends Omit<z.output<typeof sentAnswer>, 'asked_at' | 'text'> {
  text: string;
  askedAt: Date;
  /** The reply of a scraper as it came. */
  raw?: string | undefined;
}

const OLDEST_DAYS = 400;
/** Tolerance for clock differences. An answer further in the future has a wrong time. */
const MOST_AHEAD_MS = 5 * 60_000;

/** Of one line. Messages cost as much as the validation, and there can be 20,000 lines. */
const MOST_SHOWN = 3;

/** The same limit as for other ids chosen by a client. Our own ids have 29 characters. */
const LONGEST_ID = 255;

const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullish()
    .transform((text) => text || undefined);
const SURFACES = ['api', 'scraped', 'import'] as const satisfies Surface[];

/** The accepted format of an answer. */
export const sentAnswer = z
  .strictObject({
    keyword_id: z.string().min(1).max(LONGEST_ID).nullish(),
    keyword: tidiedText({ most: 200 }).nullish(),
    platform: z
      .string()
      .regex(/^[a-z][a-z0-9_]{1,39}$/, {
        error: ({ input }) => `must be a lowercase name such as ${meantPlatform(String(input)) ?? 'chatgpt_web'}`,
        abort: true,
      })
      .refine((name) => meantPlatform(name) === undefined, { error: ({ input }) => slipOf(String(input)) }),
    prompt: z.string().trim().min(1).max(4_000),
    text: z.string().max(LONGEST_TEXT).nullish(),
    sources: z
      .array(
        z.strictObject({
          url: z
            .string()
            .max(8_192)
            .regex(/^https?:\/\/\S+$/i, { error: 'must be an http or https URL', abort: true })
            .refine((url) => isPossiblePage(url), 'must be the URL of a web page'),
          title: optionalText(1_000),
          cited: z.boolean().default(true),
        }),
      )
      .max(500)
      .nullish()
      .transform((sources) => sources ?? undefined),
    provenance: z
      .strictObject({
        source: z.string().trim().min(1).max(100).describe('The scraper or tool.'),
        reference: optionalText(LONGEST_ID).describe('Its id of the request.'),
        country: optionalText(100).describe('The market of the request.'),
      })
      .nullish()
      .transform((provenance) => provenance ?? undefined)
      .describe('Where the answer comes from.'),
    model: optionalText(200),
    surface: z.enum(SURFACES).default('import'),
    asked_at: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' })
      .nullish()
      .transform((text) => text ?? undefined),
    external_id: z
      .string()
      .min(1)
      .max(LONGEST_ID)
      .nullish()
      .transform((id) => id ?? undefined),
    status: z
      .enum(ANSWER_STATUSES)
      .default('valid')
      .describe('`truncated`: cut off. It counts if it mentions your brand.'),
    requested_model: optionalText(200),
    searched: z
      .boolean()
      .nullish()
      .transform((searched) => searched ?? undefined),
    queries: z
      .array(z.string().trim().min(1).max(2_000))
      .max(100)
      .nullish()
      .transform((queries) => queries ?? undefined),
  })
  .meta({
    id: 'NewAnswer',
    description: 'An answer that you collected yourself, to be stored.',
    example: {
      keyword: 'kanban board software',
      platform: 'chatgpt_web',
      prompt: 'Which kanban board is best for a small team?',
      text: 'Heron Board is the easiest to start with for a small team.[1]',
      sources: [{ url: 'https://heronboard.example/guides/kanban', title: 'Kanban for small teams', cited: true }],
      external_id: 'run-7/answer-42',
      queries: ['best kanban board small team'],
    },
  });

function slipOf(name: string): string {
  const meant = meantPlatform(name);
  return `${name} looks like a typo of ${meant}. Send ${meant}, or a name that differs from it by more than two characters`;
}

/** The reply of a scraper, with what the reply does not say. */
export const scrapedReply = z
  .strictObject({
    format: z.enum(SCRAPER_FORMATS).describe('The scraper that the reply comes from.'),
    reply: z.record(z.string(), z.unknown()).describe('The reply as it came: one answer.'),
    ...sentAnswer.pick({ keyword_id: true, keyword: true, asked_at: true, external_id: true }).shape,
    platform: sentAnswer.shape.platform.optional().describe('Only if the reply does not name its platform.'),
    prompt: sentAnswer.shape.prompt.optional().describe('Only if the reply does not contain it.'),
  })
  .meta({
    id: 'ScrapedReply',
    description: 'The reply of a scraper, to be stored as an answer. Send only what the reply does not say.',
    example: {
      format: 'serpapi' as const,
      keyword: 'kanban board software',
      reply: {
        search_parameters: { engine: 'google_ai_mode', q: 'kanban board software' },
        reconstructed_markdown: '…',
      },
    },
  });

const REQUIRED = ['platform', 'prompt'];

/**
 * A line of a large import. What it lacks is looked for first: short lines without it can have many more problems, and
 * finding all of them in 20,000 lines takes half a second.
 */
export function readOneOfMany(value: unknown, workspace: Pick<Workspace, 'now' | 'aheadMs'>): SentAnswer | string {
  if (typeof value !== 'object' || value === null || 'format' in value) return readLine(value, workspace);
  const missing = REQUIRED.filter((name) => !Object.hasOwn(value, name));
  return missing.length > 0 ? missing.map((name) => `${name}: is required`).join('; ') : readLine(value, workspace);
}

/** Parses the answer of a line, or returns an error message. */
export function readLine(value: unknown, workspace: Pick<Workspace, 'now' | 'aheadMs'>): SentAnswer | string {
  if (typeof value !== 'object' || value === null || !('format' in value)) return readSent(value, workspace);
  const checked = check(scrapedReply, value, { most: MOST_SHOWN });
  if (checked.problems !== undefined) return checked.detail;
  const { format, reply, ...given } = checked.value;
  const scraped = readScraped(format, reply);
  if (typeof scraped === 'string') return scraped;
  const known = Object.fromEntries(Object.entries(given).filter(([, one]) => (one ?? undefined) !== undefined));
  const answer = { ...scraped, ...known, surface: 'scraped' };
  if (answer.platform === undefined) return 'platform: is required, because the reply does not name it';
  if (answer.prompt === undefined) return 'prompt: is required, because the reply does not contain it';
  const sent = readSent(answer, workspace, { findsKeyword: true });
  return typeof sent === 'string' ? sent : { ...sent, raw: JSON.stringify(reply) };
}

function readSent(
  value: unknown,
  { now, aheadMs }: Pick<Workspace, 'now' | 'aheadMs'>,
  { findsKeyword = false }: { findsKeyword?: boolean } = {},
): SentAnswer | string {
  const checked = check(sentAnswer, cleaned(value), { most: MOST_SHOWN });
  if (checked.problems !== undefined) return checked.detail;
  const { asked_at: askedAtText, text, ...sent } = checked.value;
  if (text === undefined && (sent.status === 'valid' || sent.status === 'truncated')) return 'text: is required';
  if (!sent.keyword_id && !sent.keyword && !findsKeyword) {
    return 'keyword_id: is required, or send keyword instead';
  }
  if (sent.keyword_id && sent.keyword) return 'keyword: must not be sent together with keyword_id';
  if (sent.surface === 'scraped' && PLATFORM_IDS.includes(sent.platform)) return notScraped(sent.platform);
  if (askedAtText === undefined) return { ...sent, text: text ?? '', askedAt: now };
  const askedAt = new Date(askedAtText);
  // A sandbox's time can be a few hours behind the sender's clock.
  const latest = now.getTime() + Math.max(0, -aheadMs) + MOST_AHEAD_MS;
  const problem = timeProblem(askedAt, now, new Date(latest));
  if (problem) return `asked_at: ${problem}`;
  // A time slightly in the future means a wrong clock. It is set to now, so that it does not start tomorrow's window
  // today.
  return { ...sent, text: text ?? '', askedAt: new Date(Math.min(askedAt.getTime(), now.getTime())) };
}

/** Scraped answers and answers of the API differ, so they are never in one score. */
export function notScraped(platform: string): string {
  return `platform: ${platform} has answers of its API. Send scraped answers as ${platform}_web`;
}

function timeProblem(askedAt: Date, now: Date, latest: Date): string | undefined {
  if (askedAt > latest) return 'must not be in the future';
  const oldest = addDays(dayOf(now), -OLDEST_DAYS);
  if (dayOf(askedAt) < oldest) return `must not be more than ${OLDEST_DAYS} days ago (${oldest} is the oldest day)`;
  return undefined;
}

/**
 * A valid answer has three levels. Deeper input is rejected anyway, and deeply nested brackets would overflow the
 * stack.
 */
const DEEPEST = 8;

/** Changes texts in place. */
function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) fields[name] = cleaned(own(fields, name), depth + 1);
  return value;
}

/** PostgreSQL cannot store NUL or unpaired surrogates. Scrapers produce both. */
function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
