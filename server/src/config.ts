import { z } from 'zod';
import { listOf, type OidcSettings, parseRoles } from './access/oidc-settings.ts';
import type { S3Settings } from './archive/s3-storage.ts';
import { SetupError } from './base/errors.ts';
import type { ProxySettings } from './base/outgoing.ts';
import { own } from './base/own.ts';
import { SECRETS_KEY } from './base/secrets-box.ts';
import type { ConfiguredPlatform } from './collect/live-platform.ts';
import type { PlatformDefinition } from './collect/platform-definition.ts';
import { PLATFORMS } from './collect/platforms.ts';
import type { PlatformPace, TransportOptions } from './collect/transport.ts';
import type { Limits } from './store/retention/limits.ts';

const yesOrNo = z.enum(['true', 'false'], { error: 'must be true or false' });
const webUrl = (error: string) => z.url({ protocol: /^https?$/, error });
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');
const wholeNumber = (of: string, least: number, most: number) =>
  z.coerce
    .number({ error: `must be a whole number of ${of}` })
    .int()
    .min(least)
    .max(most);
const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535);

type PlatformSetting = `${string}_${'API_KEY' | 'MODEL' | 'BASE_URL'}`;

/** The settings of all platforms. An API key enables its platform. */
function platformSettings(): Record<string, z.ZodOptional<z.ZodString>> {
  const address = webUrl('must be an http or https URL');
  return Object.fromEntries(
    PLATFORMS.flatMap((platform) => {
      const [prefix, title] = [prefixOf(platform), titleOf(platform)];
      return [
        [`${prefix}_API_KEY`, z.string().optional().describe(`API key for ${title}.`)],
        [`${prefix}_MODEL`, z.string().optional().describe(`Model to use for ${title}.`)],
        [`${prefix}_BASE_URL`, address.optional().describe(baseUrlText(platform))],
      ];
    }),
  );
}

function prefixOf({ id }: PlatformDefinition): string {
  return id.toUpperCase();
}

function titleOf({ name, vendor, api, needsAddress }: PlatformDefinition): string {
  if (needsAddress) return api;
  return vendor ? `${name} (${vendor})` : name;
}

function baseUrlText(platform: PlatformDefinition): string {
  return platform.needsAddress
    ? 'URL of a server with an OpenAI-compatible API, such as http://127.0.0.1:11434/v1. Required for this platform.'
    : `API URL of ${titleOf(platform)}, for a proxy or a test server.`;
}

/** How long and how fast platforms are asked, and what a question costs whose price is unknown. */
function askingSettings() {
  return {
    PLATFORM_TIMEOUT_SECONDS: wholeNumber('seconds', 10, 1800)
      .default(300)
      .describe('Seconds that a platform may take for one prompt with all its attempts.'),
    PLATFORM_PACE: z
      .string()
      .refine((text) => parsePaces(text) !== undefined, 'must have the form 60/4,claude=10/2')
      .default('60/4')
      .describe(
        'Prompts per minute and at the same time, for each key of a platform. For one platform: 60/4,claude=10/2.',
      ),
    UNPRICED_USD: z.coerce
      .number({ error: 'must be an amount in USD' })
      .positive()
      .optional()
      .describe(
        'Assumed cost in USD of a prompt to a model without a price. If empty, workspaces with a cap do not ask such models.',
      ),
  };
}

/** Default and platforms, such as `60/4,claude=10/2`. Undefined if the text has another form. */
function parsePaces(text: string): Record<string, PlatformPace> | undefined {
  const entries = listOf(text).map((one) => /^(?:(\w+)=)?(\d{1,6})\/(\d{1,4})$/.exec(one));
  if (!entries.every((entry) => entry && Number(entry[2]) > 0 && Number(entry[3]) > 0)) return undefined;
  return Object.fromEntries(
    entries.map((entry) => [entry?.[1] ?? '*', { perMinute: Number(entry?.[2]), concurrency: Number(entry?.[3]) }]),
  );
}

/** How platforms are asked. */
export function askingIn(config: Config): Pick<TransportOptions, 'deadlineMs' | 'paces'> {
  return { deadlineMs: config.PLATFORM_TIMEOUT_SECONDS * 1000, paces: parsePaces(config.PLATFORM_PACE) ?? {} };
}

const PROXY_NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** The names are those of other tools, which also read them in lower case. */
function proxySettings() {
  const address = webUrl('must be an http or https URL, with a login if it needs one').optional();
  return {
    HTTPS_PROXY: address.describe(
      'Proxy for outgoing https connections, such as http://user:password@proxy.example.com:3128. See docs/self-hosting.md.',
    ),
    HTTP_PROXY: address.describe('Proxy for outgoing http connections, and for https ones without HTTPS_PROXY.'),
    NO_PROXY: z
      .string()
      .default('')
      .describe('Hosts to reach without the proxy, such as example.com,10.0.0.7:9000. This machine is always one.'),
  };
}

export function proxyIn({ HTTPS_PROXY, HTTP_PROXY, NO_PROXY }: Config): ProxySettings {
  return { httpsProxy: HTTPS_PROXY, httpProxy: HTTP_PROXY, noProxy: NO_PROXY };
}

/** Single sign-on. An issuer turns it on. */
function oidcSettings() {
  return {
    OIDC_ISSUER: z
      .url({ error: 'must be the https URL of an identity provider' })
      .refine(
        (url) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(url),
        'must use https (http only on localhost)',
      )
      .optional()
      .describe('Issuer URL of an OpenID Connect provider, for single sign-on. See docs/authentication.md.'),
    OIDC_CLIENT_ID: z.string().optional().describe('Client ID at the provider. Required with OIDC_ISSUER.'),
    OIDC_CLIENT_SECRET: z.string().optional().describe('Client secret at the provider. Empty for a public client.'),
    OIDC_NAME: z.string().max(40).default('single sign-on').describe('Name of the provider on the sign-in button.'),
    OIDC_SCOPES: z
      .string()
      .refine((text) => text.split(' ').includes('openid'), 'must contain openid')
      .default('openid email profile')
      .describe('Scopes to request, separated by spaces. Some providers need groups.'),
    OIDC_ALLOWED_DOMAINS: z
      .string()
      .refine((text) => listOf(text).every((one) => /^[a-z0-9.-]+\.[a-z0-9-]+$/i.test(one)), 'must list domains')
      .default('')
      .describe('Email domains that may sign in with the provider, such as example.com,example.org. Default: any.'),
    OIDC_VERIFIED_CLAIM: z
      .string()
      .default('email_verified')
      .describe('Claim that says whether the email is verified. For Microsoft Entra ID: xms_edov.'),
    OIDC_GROUPS_CLAIM: z
      .string()
      .default('groups')
      .describe("Claim with a person's groups. A path such as realm_access.roles works too."),
    OIDC_ROLES: z
      .string()
      .refine((text) => parseRoles(text) !== undefined, 'must have the form admins=owner,staff=member,*=viewer')
      .default('')
      .describe(
        'Roles by group, such as admins=owner,staff=member,*=viewer. These people join without invitation. Default: by invitation only.',
      ),
    OIDC_ACCOUNT: z.string().optional().describe('Account that people join by OIDC_ROLES. Default: the first one.'),
    OIDC_REQUIRED: yesOrNo.default('false').describe('true refuses passwords. npx visibility link still works.'),
  };
}

/** For `visibility archive` with an s3:// URL. The names are those of other S3 tools. */
function s3Settings() {
  return {
    AWS_ACCESS_KEY_ID: z.string().optional().describe('Access key for archives on S3. See docs/self-hosting.md.'),
    AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of the access key for archives on S3.'),
    AWS_SESSION_TOKEN: z.string().optional().describe('Session token, if the access key for S3 is a temporary one.'),
    AWS_REGION: z.string().default('us-east-1').describe('Region of the S3 bucket.'),
    AWS_ENDPOINT_URL_S3: webUrl('must be an http or https URL')
      .optional()
      .describe('URL of an S3-compatible service, such as https://minio.example.com. Default: Amazon S3.'),
    S3_PATH_STYLE: yesOrNo
      .optional()
      .describe(
        'true writes the bucket into the path, false into the host name. Default: true if AWS_ENDPOINT_URL_S3 is set.',
      ),
  };
}

function keepDays(what: string, recommended: number | undefined) {
  const advice = recommended === undefined ? 'Sums of days stay.' : `Recommended: ${recommended}.`;
  return wholeNumber('days', 30, 36500)
    .optional()
    .describe(`Number of days to keep ${what}, in whole months. If empty, they are kept forever. ${advice}`);
}

/** How long this installation keeps what it stores. */
export function keepIn(config: Config): Limits {
  const { KEEP_RAW_DAYS: rawDays, KEEP_TEXT_DAYS: textDays, KEEP_FINDINGS_DAYS: findingsDays } = config;
  return { rawDays, textDays, findingsDays };
}

/** Every setting with its name, default and meaning. A test generates `.env.example` from this list. */
export const settings = z.object({
  PORT: port.default(4000).describe('Port of the API and the dashboard.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. Set 0.0.0.0 to accept connections from other machines.'),
  BASE_URL: webUrl('must be a URL such as https://visibility.example.com')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Public URL of this server. Set it when the server runs behind a proxy. Default: http://localhost:PORT.'),
  STOP_DELAY_SECONDS: wholeNumber('seconds', 0, 60)
    .default(0)
    .describe(
      'Seconds between SIGTERM and the stop, in which /readyz is 503 and requests are still served, so that a load balancer can use another process.',
    ),
  DATABASE_URL: postgresUrl
    .optional()
    .describe('PostgreSQL database (version 15 or newer). If empty, the server starts its built-in PostgreSQL.'),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe(
      'The database of DATABASE_URL without its pooler. Set it if DATABASE_URL is a pooler in transaction mode, such as PgBouncer.',
    ),
  DATABASE_PREPARED: yesOrNo
    .default('true')
    .describe(
      'Whether statements are prepared. false for a pooler in transaction mode that does not support it (PgBouncer before 1.21).',
    ),
  DATABASE_READ_URL: postgresUrl
    .optional()
    .describe('Streaming replica of DATABASE_URL, for reports, exports and other reads of many answers.'),
  DATA_DIR: z
    .string()
    .optional()
    .describe(
      'Folder for secrets and the built-in PostgreSQL. Default: data, in the checkout; for an installed package, in the current folder.',
    ),
  SECRETS_KEY: z
    .string()
    .regex(SECRETS_KEY, 'must be 64 hexadecimal characters (openssl rand -hex 32)')
    .optional()
    .describe(
      'Key that encrypts secrets and hashes API keys: 64 hexadecimal characters. Default: generated at the first start and stored in DATA_DIR.',
    ),
  SECRETS_KEY_NEXT: z
    .string()
    .regex(SECRETS_KEY, 'must be the key that npx visibility rotate-secrets has printed')
    .optional()
    .describe('While you change SECRETS_KEY: the new key, from npx visibility rotate-secrets.'),
  PLATFORMS_FILE: z
    .string()
    .optional()
    .describe('JSON file with named OpenAI-compatible servers, such as OpenRouter. See docs/collecting.md.'),
  PRICES_FILE: z
    .string()
    .optional()
    .describe('JSON file with platform prices. It replaces the built-in prices. See docs/collecting.md.'),
  SOURCE_TYPES_FILE: z
    .string()
    .optional()
    .describe('JSON file with types of cited domains, such as {"acme.io": "editorial"}. See docs/sources.md.'),
  REPORT_FONT: z
    .string()
    .optional()
    .describe(
      'Font file (TTF or OTF) for scripts that the built-in PDF font lacks, such as Chinese or Arabic. See docs/reports.md.',
    ),
  SANDBOX_DAYS: wholeNumber('days', 0, 91)
    .default(91)
    .describe('Days of simulated history in the test workspace of the first account. Later accounts get at most 7.'),
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
  ...oidcSettings(),
  EVENT_DAYS: wholeNumber('days', 8, 3650)
    .default(30)
    .describe('Number of days to keep events, deliveries and their attempts.'),
  KEEP_RAW_DAYS: keepDays('raw replies of platforms', 90),
  KEEP_TEXT_DAYS: keepDays('answer texts and their sources', 396),
  KEEP_FINDINGS_DAYS: keepDays('single mentions and citations', undefined),
  METRICS_PORT: port
    .default(0)
    .describe(
      'Port for Prometheus metrics at /metrics and health checks of workers at /healthz, on HOST. 0 turns both off.',
    ),
  ...proxySettings(),
  ...s3Settings(),
  ...askingSettings(),
  ...platformSettings(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    })
    .optional()
    .describe('Log level. Default: warn on a terminal, otherwise info (as JSON).'),
});

export type Config = z.output<typeof settings> & Partial<Record<PlatformSetting, string>>;

/**
 * Reads the settings. Throws one sentence that lists each invalid setting and its expected form. An empty value counts
 * as not set.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const lowerCase = PROXY_NAMES.map((name) => [name, own(environment, name.toLowerCase())]);
  const named = Object.entries({ ...Object.fromEntries(lowerCase), ...environment });
  const given = Object.fromEntries(named.filter(([, value]) => value !== '' && value !== undefined));
  const result = settings.safeParse(given);
  const problems = result.success
    ? [...addressProblems(result.data), ...oidcProblems(result.data, given)]
    : result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  if (result.success && problems.length === 0) return result.data;
  throw new SetupError(`Invalid setting: ${problems.join('; ')}. See .env.example.`);
}

function addressProblems(config: Config): string[] {
  const needed = PLATFORMS.filter(({ needsAddress }) => needsAddress)
    .map(prefixOf)
    .flatMap((prefix) => [`${prefix}_API_KEY`, `${prefix}_MODEL`].map((name) => [`${prefix}_BASE_URL`, name]));
  return [...needed, ['DATABASE_URL', 'DATABASE_DIRECT_URL'], ['DATABASE_URL', 'DATABASE_READ_URL']]
    .filter(
      ([url = '', name = '']) => own<unknown>(config, name) !== undefined && own<unknown>(config, url) === undefined,
    )
    .map(([url, name]) => `${url} must be set if ${name} is set`);
}

function oidcProblems({ OIDC_ISSUER, OIDC_CLIENT_ID }: Config, given: object): string[] {
  if (OIDC_ISSUER !== undefined) return OIDC_CLIENT_ID ? [] : ['OIDC_CLIENT_ID must be set if OIDC_ISSUER is set'];
  const useless = Object.keys(given).find((name) => name.startsWith('OIDC_') && Object.hasOwn(settings.shape, name));
  return useless === undefined ? [] : [`OIDC_ISSUER must be set if ${useless} is set`];
}

export function oidcIn(config: Config): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: config.OIDC_CLIENT_SECRET,
    name: config.OIDC_NAME,
    scopes: config.OIDC_SCOPES,
    verifiedClaim: config.OIDC_VERIFIED_CLAIM,
    groupsClaim: config.OIDC_GROUPS_CLAIM,
    allowedDomains: listOf(config.OIDC_ALLOWED_DOMAINS.toLowerCase()),
    roles: parseRoles(config.OIDC_ROLES) ?? new Map(),
    isRequired: config.OIDC_REQUIRED === 'true',
  };
}

export function s3In(config: Config): S3Settings {
  const { AWS_ENDPOINT_URL_S3: endpoint, S3_PATH_STYLE: pathStyle } = config;
  return {
    accessKeyId: config.AWS_ACCESS_KEY_ID,
    secretAccessKey: config.AWS_SECRET_ACCESS_KEY,
    sessionToken: config.AWS_SESSION_TOKEN,
    region: config.AWS_REGION,
    endpoint,
    pathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true',
  };
}

/** The settings of each platform. Without a key of the installation, they apply to the keys of workspaces. */
export function platformsIn(config: Config): Record<string, ConfiguredPlatform> {
  return Object.fromEntries(
    PLATFORMS.map((platform) => {
      const prefix = prefixOf(platform);
      const [baseUrl, model] = [config[`${prefix}_BASE_URL`], config[`${prefix}_MODEL`]];
      const keyless = platform.needsAddress && baseUrl !== undefined ? '' : undefined;
      return [platform.id, { apiKey: config[`${prefix}_API_KEY`] ?? keyless, model, baseUrl }];
    }),
  );
}
