import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlatformError } from '../base/errors.ts';
import type { Answer } from './platform.ts';
import { createPlatforms, PLATFORM_IDS } from './platforms.ts';
import { replyStatus } from './reply-status.ts';

/** All recorded replies of each platform. */
const REPLIES = await Promise.all(
  PLATFORM_IDS.map(async (id): Promise<[string, object[]]> => {
    const recorded: Record<string, object> = await import(`./platforms/${id.replaceAll('_', '-')}/replies.ts`);
    const replies = Object.values(recorded).flatMap((group) => Object.values(group));
    return [id, replies.filter((reply) => typeof reply === 'object' && reply !== null)];
  }),
);

/** Asks a platform whose reply is this text, without a network. */
async function askWith(id: string, body: string): Promise<Answer | PlatformError> {
  const transport = { post: async () => ({ status: 200, body, ms: 1 }), restingUntil: () => undefined };
  const platform = createPlatforms({ [id]: { apiKey: 'x', baseUrl: 'http://localhost' } }, transport).get(id);
  const options = { country: undefined, language: undefined, signal: new AbortController().signal };
  return (platform as NonNullable<typeof platform>).ask('Which?', options).catch((error: unknown) => {
    if (error instanceof PlatformError) return error;
    throw error;
  });
}

test.each(PLATFORM_IDS)('a text that is not a reply of %s is a bad reply, which is not paid for twice', async (id) => {
  for (const body of ['', '<html>', '[]', 'null', '"text"', '42', '{}', '{"error":{"message":"x"}}']) {
    expect(await askWith(id, body)).toMatchObject({ reason: 'bad_reply', retryable: false });
  }
});

test.each(REPLIES)('unexpected values in a reply of %s are tolerated', async (id, replies) => {
  const odd = fc.oneof(
    fc.constantFrom(null, undefined, '', 0, -1, 1e9, 0.5, true, [], {}, [null], [[]], '\ud800', 'a\0b'),
    fc.anything({ maxDepth: 2, withNullPrototype: false }),
  );
  const property = fc.asyncProperty(
    fc.constantFrom(...replies),
    fc.array(fc.tuple(fc.nat(1_000), odd), { maxLength: 4 }),
    async (recorded, changes) => {
      const reply = structuredClone(recorded);
      const places = placesIn(reply);
      for (const [place, value] of changes) put(reply, places[place % places.length] ?? [], value);
      const answer = await askWith(id, jsonOf(reply));
      if (answer instanceof PlatformError) expect(answer.reason).toBe('bad_reply');
      else expectWhole(answer);
    },
  );
  await fc.assert(property, { seed: 4 });
});

function expectWhole(answer: Answer): void {
  expect(['valid', 'refused', 'failed', 'no_search']).toContain(replyStatus(answer).status);
  const { raw: _, ...stored } = answer;
  expect(JSON.stringify(stored)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
  for (const { url, spans } of answer.cited) {
    expect(url).toMatch(/^https?:\/\//i);
    for (const [start, end] of spans) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(answer.text.length);
    }
  }
}

type Path = (string | number)[];

function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? value.map((one, i) => [i, one] as const) : Object.entries(value);
  return [path, ...entries.flatMap(([name, one]) => placesIn(one, [...path, name]))].filter(({ length }) => length > 0);
}

function put(target: unknown, path: Path, value: unknown): void {
  let at = target as Record<string | number, unknown>;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    if (typeof next !== 'object' || next === null) return;
    at = next as Record<string | number, unknown>;
  }
  at[path.at(-1) ?? ''] = value;
}

/** Values that `JSON.stringify` cannot write are left out. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' || typeof one === 'symbol' ? undefined : one));
}
