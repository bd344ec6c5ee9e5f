import { z } from 'zod';
import { SetupError } from './base/errors.ts';

const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535);

/** Every setting: its name, default and meaning. `.env.example` and the README's table are held equal to this list. */
export const settings = z.object({
  PORT: port.default(4000).describe('Port of the API and the dashboard.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on. 0.0.0.0 lets other machines in.'),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://visibility.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address under which people reach this server, when it stands behind a proxy. Default: http://localhost:PORT.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('A PostgreSQL (15 or newer) to use. Empty: the server starts its own.'),
  DATA_DIR: z
    .string()
    .optional()
    .describe('Folder for secrets and the built-in PostgreSQL. Default: data, beside the code.'),
  SECRETS_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters (openssl rand -hex 32)')
    .optional()
    .describe(
      'Key that seals secrets and hashes API keys: 64 hexadecimal characters. Default: made once, kept in DATA_DIR.',
    ),
  TRUST_PROXY: z
    .string()
    .default('')
    .describe('Networks of reverse proxies whose X-Forwarded-For is believed, such as 10.0.0.0/8.'),
  WEBHOOK_ALLOW_NETWORKS: z
    .string()
    .default('')
    .describe('Private networks that webhooks may reach, such as 10.1.0.0/16. Default: none.'),
  METRICS_PORT: port.default(0).describe('Port for Prometheus metrics at /metrics, on HOST. 0: off.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    })
    .optional()
    .describe('How much is logged. Default: warn on a terminal, info (as JSON) elsewhere.'),
});

export type Config = z.output<typeof settings>;

/** Reads the settings, or says in one sentence which is wrong and how it should look. An empty one counts as not set. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = settings.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new SetupError(`Bad setting: ${problems.join('; ')}. See .env.example.`);
}
