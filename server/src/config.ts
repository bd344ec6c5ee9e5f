import { z } from 'zod';
import { SetupError } from './base/errors.ts';
import type { PlatformSettings } from './collect/live-platform.ts';

const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535);

const PLATFORMS = {
  CHATGPT: 'ChatGPT (OpenAI)',
  CLAUDE: 'Claude (Anthropic)',
  GEMINI: 'Gemini (Google)',
  PERPLEXITY: 'Perplexity',
  OPENAI_COMPATIBLE: 'any server with an OpenAI-compatible API',
};

/** The settings of one platform. Its API key enables it. */
function platformSettings<Name extends keyof typeof PLATFORMS>(name: Name) {
  const title = PLATFORMS[name];
  const address = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
  return {
    [`${name}_API_KEY`]: z.string().optional().describe(`API key for ${title}.`),
    [`${name}_MODEL`]: z.string().optional().describe(`Model to use for ${title}.`),
    [`${name}_BASE_URL`]: address.optional().describe(baseUrlText(name)),
  } as Record<`${Name}_${'API_KEY' | 'MODEL' | 'BASE_URL'}`, z.ZodOptional<z.ZodString>>;
}

const perplexityApi = z
  .enum(['agent', 'chat_completions'], { error: 'must be agent or chat_completions' })
  .default('agent')
  .describe('API of Perplexity: agent, or chat_completions for a server that still has it.');

function baseUrlText(name: keyof typeof PLATFORMS): string {
  return name === 'OPENAI_COMPATIBLE'
    ? 'URL of a server with an OpenAI-compatible API, such as http://127.0.0.1:11434/v1. Required for this platform.'
    : `API URL of ${PLATFORMS[name]}, for a proxy or a test server.`;
}

/**
 * Every setting with its name, default and meaning. A test generates `.env.example` and docs/settings.md from this
 * list.
 */
export const settings = z.object({
  PORT: port.default(4000).describe('Port of the API and the dashboard.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. Set 0.0.0.0 to accept connections from other machines.'),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://visibility.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Public URL of this server. Set it when the server runs behind a proxy. Default: http://localhost:PORT.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional()
    .describe('PostgreSQL database (version 15 or newer). If empty, the server starts its built-in PostgreSQL.'),
  DATA_DIR: z
    .string()
    .optional()
    .describe('Folder for secrets and the built-in PostgreSQL. Default: data, in the folder of the code.'),
  SECRETS_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters (openssl rand -hex 32)')
    .optional()
    .describe(
      'Key that encrypts secrets and hashes API keys: 64 hexadecimal characters. Default: generated at the first start and stored in DATA_DIR.',
    ),
  PRICES_FILE: z
    .string()
    .optional()
    .describe('JSON file with platform prices. It replaces the built-in prices. See docs/collecting.md.'),
  REPORT_FONT: z
    .string()
    .optional()
    .describe(
      'Font file (TTF or OTF) for scripts that the built-in PDF font lacks, such as Chinese or Arabic. See docs/reports.md.',
    ),
  SANDBOX_DAYS: z.coerce
    .number({ error: 'must be a whole number of days' })
    .int()
    .min(0)
    .max(91)
    .default(91)
    .describe('Days of simulated history in the first test workspace.'),
  TRUST_PROXY: z
    .string()
    .default('')
    .describe('Networks of trusted reverse proxies, such as 10.0.0.0/8. X-Forwarded-For is read only from these.'),
  WEBHOOK_ALLOW_NETWORKS: z
    .string()
    .default('')
    .describe('Private networks that webhooks may reach, such as 10.1.0.0/16. Default: none.'),
  SMTP_URL: z
    .string()
    .optional()
    .describe(
      'Mail server: smtps://user:password@host:465 or smtp://host:587. If empty, emails are queued but not sent.',
    ),
  MAIL_FROM: z
    .string()
    .optional()
    .describe(
      'Sender of emails, such as Visibility <alerts@example.com>. Default: the user of SMTP_URL if it is an email address.',
    ),
  OPERATOR_EMAIL: z
    .email({ error: 'must be an email address' })
    .optional()
    .describe('Receives warnings about platforms that changed their replies. If empty, no email is sent.'),
  EVENT_DAYS: z.coerce
    .number({ error: 'must be a whole number of days' })
    .int()
    .min(8)
    .max(3650)
    .default(30)
    .describe('Number of days to keep events, deliveries and their attempts.'),
  METRICS_PORT: port.default(0).describe('Port for Prometheus metrics at /metrics, on HOST. 0 turns metrics off.'),
  ...platformSettings('CHATGPT'),
  ...platformSettings('CLAUDE'),
  ...platformSettings('GEMINI'),
  ...platformSettings('PERPLEXITY'),
  PERPLEXITY_API: perplexityApi,
  ...platformSettings('OPENAI_COMPATIBLE'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    })
    .optional()
    .describe('Log level. Default: warn on a terminal, otherwise info (as JSON).'),
});

export type Config = z.output<typeof settings>;

/**
 * Reads the settings. Throws one sentence that lists each invalid setting and its expected form. An empty value counts
 * as not set.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = settings.safeParse(given);
  const problems = result.success
    ? addressProblems(result.data)
    : result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  if (result.success && problems.length === 0) return result.data;
  throw new SetupError(`Invalid setting: ${problems.join('; ')}. See .env.example.`);
}

function addressProblems({ OPENAI_COMPATIBLE_API_KEY: key, OPENAI_COMPATIBLE_BASE_URL: address }: Config): string[] {
  const isMissing = key !== undefined && address === undefined;
  return isMissing ? ['OPENAI_COMPATIBLE_BASE_URL must be set if OPENAI_COMPATIBLE_API_KEY is set'] : [];
}

/** The settings of each platform that has a key, or a URL for the OpenAI-compatible one. */
export function platformsIn(config: Config): Record<string, PlatformSettings> {
  const found: Record<string, PlatformSettings> = {};
  for (const name of Object.keys(PLATFORMS) as (keyof typeof PLATFORMS)[]) {
    const [apiKey, model, baseUrl] = [config[`${name}_API_KEY`], config[`${name}_MODEL`], config[`${name}_BASE_URL`]];
    const isLocal = name === 'OPENAI_COMPATIBLE' && baseUrl !== undefined;
    if (apiKey !== undefined || isLocal) found[name.toLowerCase()] = { apiKey: apiKey ?? '', model, baseUrl };
  }
  if (found.perplexity) found.perplexity.api = config.PERPLEXITY_API;
  return found;
}
