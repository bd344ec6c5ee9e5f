import { z } from 'zod';
import { check } from '../base/problems.ts';
import { tidiedText } from '../base/tidy.ts';
import { addDays, dayOf } from '../base/time.ts';
import { meantPlatform } from '../collect/meant-platform.ts';
import { isPossiblePage } from '../collect/page-list.ts';
import { ANSWER_STATUSES } from '../collect/platform.ts';
import type { Surface } from '../store/answers/answers.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/** One input line: its content, or why it could not be parsed. */
export type IncomingLine = { line: number; value: unknown } | { line: number; problem: string };

/** An answer collected elsewhere, validated and cleaned. */
export interface SentAnswer extends Omit<z.output<typeof sentAnswer>, 'asked_at' | 'text'> {
  text: string;
  askedAt: Date;
}

const OLDEST_DAYS = 400;
/** Tolerance for clock differences. An answer further in the future has a wrong time. */
const MOST_AHEAD_MS = 5 * 60_000;

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
    text: z.string().max(1_000_000).nullish(),
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
  })
  .meta({
    id: 'NewAnswer',
    example: {
      keyword: 'kanban board software',
      platform: 'chatgpt_web',
      prompt: 'Which kanban board is best for a small team?',
      text: 'Heron Board is the easiest to start with for a small team.[1]',
      sources: [{ url: 'https://heronboard.example/guides/kanban', title: 'Kanban for small teams', cited: true }],
      external_id: 'run-7/answer-42',
    },
  });

function slipOf(name: string): string {
  const meant = meantPlatform(name);
  return `${name} looks like a typo of ${meant}. Send ${meant}, or a name that differs from it by more than two characters`;
}

/** Parses the answer of a line, or returns an error message. */
export function readLine(value: unknown, { now, aheadMs }: Pick<Workspace, 'now' | 'aheadMs'>): SentAnswer | string {
  const checked = check(sentAnswer, cleaned(value));
  if (checked.problems !== undefined) return checked.detail;
  const { asked_at: askedAtText, text, ...sent } = checked.value;
  if (text === undefined && (sent.status === 'valid' || sent.status === 'truncated')) return 'text: is required';
  if (!sent.keyword_id && !sent.keyword) return 'keyword_id: is required, or send keyword instead';
  if (sent.keyword_id && sent.keyword) return 'keyword: must not be sent together with keyword_id';
  const askedAt = askedAtText === undefined ? now : new Date(askedAtText);
  // A sandbox's time can be a few hours behind the sender's clock.
  const latest = now.getTime() + Math.max(0, -aheadMs) + MOST_AHEAD_MS;
  const problem = timeProblem(askedAt, now, new Date(latest));
  if (problem) return `asked_at: ${problem}`;
  // A time slightly in the future means a wrong clock. It is set to now, so that it does not start tomorrow's window
  // today.
  return { ...sent, text: text ?? '', askedAt: new Date(Math.min(askedAt.getTime(), now.getTime())) };
}

function timeProblem(askedAt: Date, now: Date, latest: Date): string | undefined {
  if (askedAt > latest) return 'must not be in the future';
  const oldest = addDays(dayOf(now), -OLDEST_DAYS);
  if (dayOf(askedAt) < oldest) return `must not be more than ${OLDEST_DAYS} days ago (${oldest} is the oldest day)`;
  return undefined;
}

// PostgreSQL cannot store NUL or unpaired surrogates. Scrapers produce both.
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * A valid answer has three levels. Deeper input is rejected anyway, and deeply nested brackets would overflow the
 * stack.
 */
const DEEPEST = 8;

function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? cleanText(value) : value;
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one, depth + 1)]));
}

function cleanText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
}
