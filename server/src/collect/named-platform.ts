import { z } from 'zod';
import { isKnownPlatform, meantPlatform } from './meant-platform.ts';

/** The name of an OpenAI-compatible server. It becomes a platform id, so it must not be one that has another meaning. */
export const instanceName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,39}$/, { error: 'must be a lowercase name such as openrouter', abort: true })
  .refine((name) => !isKnownPlatform(name), {
    error: 'is the name of a known platform. Choose another name',
    abort: true,
  })
  .refine((name) => meantPlatform(name) === undefined, {
    error: ({ input }) => `is too similar to ${meantPlatform(String(input))}. Choose another name`,
  });

const RESERVED = ['model', 'messages', 'stream'];
const LONGEST_BODY = 8_192;

/** Fields that are added to every request to a server. */
export const requestBody = z
  .custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be a JSON object',
    abort: true,
  })
  .refine((body) => !RESERVED.some((name) => Object.hasOwn(body, name)), `must not contain ${RESERVED.join(', ')}`)
  .refine((body) => JSON.stringify(body).length <= LONGEST_BODY, `must have at most ${LONGEST_BODY} characters`);
