import { type Command, command, withService, withWorkspace } from './command.ts';

const PLANS = ['free', 'pro', 'enterprise'] as const;

const json = { json: { type: 'boolean', summary: 'Print JSON.' } } as const;
const account = {
  account: { type: 'string', value: 'ACCOUNT', summary: 'Account, by id or name. Default: the first one.' },
} as const;
const mode = { mode: { type: 'string', choices: ['live', 'test'], default: 'live', summary: 'Workspace.' } } as const;
const workspace = { ...mode, ...account } as const;
const workspaces = {
  workspace: { type: 'string', multiple: true, value: 'ID', summary: 'Only this workspace. Default: all.' },
} as const;
const keyword = {
  keyword: { type: 'string', multiple: true, value: 'KEYWORD', summary: 'Only this keyword, by name or id.' },
} as const;
/** Keys and OAuth clients are created with the same options. */
const credentials = {
  mode: { ...mode.mode, default: 'test' },
  scope: { type: 'string', value: 'read,write', default: 'read', summary: 'Scopes, separated by commas.' },
  name: { type: 'string', value: 'NAME', summary: 'Name to recognize it by.' },
  ip: { type: 'string', multiple: true, value: 'ADDRESS', summary: 'Allowed IP address or IPv4 range.' },
  domain: { type: 'string', multiple: true, value: 'DOMAIN', summary: 'Allowed domain.' },
  ...account,
} as const;

/** Every command, in the order of the help. */
export const COMMANDS: Command[] = [
  command({
    name: 'start',
    summary: 'Run the server: API, dashboard and workers.',
    options: {
      role: { type: 'string', choices: ['all', 'api', 'worker'], default: 'all', summary: 'What this process runs.' },
    },
    run: async (call) => (await import('./start.ts')).run(call),
  }),
  command({
    name: 'migrate',
    summary: 'Bring the database schema up to date.',
    options: {},
    run: withService(async () => (await import('./migrate.ts')).run),
  }),
  command({
    name: 'distribute',
    summary: 'Distribute the data over the workers of a Citus cluster. Shows the steps and asks first.',
    options: {
      undo: { type: 'boolean', summary: 'Move all data back to the coordinator.' },
      yes: { type: 'boolean', summary: 'Do not ask for confirmation.' },
    },
    run: withService(async () => (await import('./distribute.ts')).run),
  }),
  command({
    name: 'link',
    summary: 'Print a one-time link that signs you in to the dashboard.',
    options: account,
    run: withService(async () => (await import('./link.ts')).run),
  }),
  command({
    name: 'owner',
    args: ['[ADDRESS]'],
    summary: "Show or set the email address of an account's owner.",
    options: account,
    run: withService(async () => (await import('./mail.ts')).setOwner),
  }),
  command({
    name: 'two-factor reset',
    args: ['EMAIL'],
    summary: 'Turn off two-factor authentication for a member who lost their device.',
    options: {},
    run: withService(async () => (await import('./two-factor.ts')).reset),
  }),
  command({
    name: 'accounts create',
    args: ['NAME'],
    summary: 'Create an account and print its ids, keys and a one-time sign-in link.',
    options: {
      owner: { type: 'string', value: 'ADDRESS', summary: 'Email address of the owner. Required.' },
      plan: { type: 'string', choices: PLANS, default: 'free', summary: 'Plan of the account.' },
      ...json,
    },
    run: withService(async () => (await import('./accounts.ts')).create),
  }),
  command({
    name: 'accounts import',
    args: ['FILE'],
    summary: 'Create the accounts of a CSV file (name, owner, plan), all or none, and print CSV with keys and links.',
    options: json,
    run: withService(async () => (await import('./accounts.ts')).importFile),
  }),
  command({
    name: 'accounts list',
    summary: 'List all accounts.',
    options: json,
    run: withService(async () => (await import('./accounts.ts')).list),
  }),
  command({
    name: 'accounts plan',
    args: ['ACCOUNT', 'PLAN'],
    summary: 'Change the plan of an account, by id or name, to free, pro or enterprise. Applies immediately.',
    options: {},
    run: withService(async () => (await import('./accounts.ts')).changePlan),
  }),
  command({
    name: 'accounts delete',
    args: ['ACCOUNT'],
    summary: 'Delete an account, by id or name, with all of its data, and report what was deleted.',
    options: { yes: { type: 'boolean', summary: 'Do not ask for confirmation.' } },
    run: withService(async () => (await import('./accounts.ts')).remove),
  }),
  command({
    name: 'keys create',
    summary: 'Create an API key and print only the key on stdout.',
    options: {
      ...credentials,
      expires: { type: 'string', value: 'TIME', summary: 'When the key expires, such as 2027-01-31.' },
      plan: { type: 'string', choices: PLANS, summary: 'Also change the plan of the account.' },
    },
    run: withService(async () => (await import('./keys.ts')).create),
  }),
  command({
    name: 'keys list',
    summary: 'List the API keys of an account.',
    options: { ...account, ...json },
    run: withService(async () => (await import('./keys.ts')).list),
  }),
  command({
    name: 'keys revoke',
    args: ['KEY'],
    summary: 'Revoke an API key, by id or prefix. It stops working immediately.',
    options: account,
    run: withService(async () => (await import('./keys.ts')).revoke),
  }),
  command({
    name: 'keys log',
    summary: 'Show who created, changed or revoked API keys and OAuth clients, newest first.',
    options: { ...account, ...json },
    run: withService(async () => (await import('./keys.ts')).log),
  }),
  command({
    name: 'oauth create',
    summary: 'Create an OAuth client and print its id and secret.',
    options: { ...credentials, ...json },
    run: withService(async () => (await import('./oauth.ts')).create),
  }),
  command({
    name: 'oauth list',
    summary: 'List the OAuth clients of an account.',
    options: { ...account, ...json },
    run: withService(async () => (await import('./oauth.ts')).list),
  }),
  command({
    name: 'oauth revoke',
    args: ['CLIENT'],
    summary: 'Revoke an OAuth client, by id. It and its tokens stop working immediately.',
    options: account,
    run: withService(async () => (await import('./oauth.ts')).revoke),
  }),
  command({
    name: 'brand',
    args: ['[FILE]'],
    summary: 'Show the brand and its competitors, or change them and analyze the stored answers again.',
    options: {
      preview: { type: 'boolean', summary: 'Show which scores would change, without saving.' },
      ...workspace,
    },
    run: withWorkspace(async () => (await import('./brand.ts')).run),
  }),
  command({
    name: 'platforms',
    summary: 'Show which platforms have an API key, and where it is set.',
    options: {
      check: { type: 'boolean', summary: 'Check whether each platform accepts the key.' },
      ...workspace,
      ...json,
    },
    run: withWorkspace(async () => (await import('./platforms.ts')).show),
  }),
  command({
    name: 'platforms set',
    args: ['PLATFORM'],
    summary: 'Store a platform key, read from stdin, for one workspace.',
    options: workspace,
    run: withWorkspace(async () => (await import('./platforms.ts')).setKey),
  }),
  command({
    name: 'collect',
    summary: 'Send every prompt once now, or show what a week of collecting costs.',
    options: {
      now: { type: 'boolean', summary: 'Send prompts now. This costs money on live workspaces.' },
      estimate: { type: 'boolean', summary: 'Show the cost of a week and send nothing.' },
      ...keyword,
      platform: { type: 'string', multiple: true, value: 'PLATFORM', summary: 'Only this platform.' },
      ...workspace,
    },
    run: withWorkspace(async () => (await import('./collect.ts')).run),
  }),
  command({
    name: 'budget',
    summary: 'Show or set spending caps and the target precision of scores.',
    options: {
      daily: { type: 'string', value: 'USD|none', summary: 'Maximum to spend per day.' },
      monthly: { type: 'string', value: 'USD|none', summary: 'Maximum to spend per month.' },
      interval: { type: 'string', value: 'POINTS|none', summary: 'Maximum width of a score interval, 5 to 60 points.' },
      ...workspace,
    },
    run: withWorkspace(async () => (await import('./budget.ts')).run),
  }),
  command({
    name: 'ingest',
    args: ['FILE'],
    summary: 'Store answers collected elsewhere (.jsonl, .ndjson or .csv). Running it again stores no duplicates.',
    options: {
      format: {
        type: 'string',
        choices: ['answers', 'serpapi', 'dataforseo', 'brightdata', 'cloro'],
        default: 'answers',
        summary: 'What the file contains: answers, or replies of a scraper (also .json).',
      },
      ...workspace,
      ...json,
    },
    run: withWorkspace(async () => (await import('./ingest.ts')).run),
  }),
  command({
    name: 'export',
    args: ['KIND'],
    summary: 'Write all answers, mentions, citations or scores to stdout.',
    options: {
      format: { type: 'string', choices: ['ndjson', 'csv'], default: 'ndjson', summary: 'Format.' },
      since: { type: 'string', value: 'DAY', summary: 'First day, such as 2026-01-31. Default: the first stored day.' },
      until: { type: 'string', value: 'DAY', summary: 'Last day. Default: today.' },
      ...workspace,
    },
    run: withWorkspace(async () => (await import('./export.ts')).run),
  }),
  command({
    name: 'verify',
    summary: 'Recompute every published number from the stored answers and report differences.',
    options: {
      ...keyword,
      'with-archive': {
        type: 'string',
        value: 'URL',
        summary: 'Also recompute months whose texts were removed, from this archive.',
      },
      ...workspace,
      ...json,
    },
    run: withWorkspace(async () => (await import('./verify.ts')).run),
  }),
  command({
    name: 'archive',
    summary:
      'Write the texts and raw replies of old months to an archive, check it, and remove them from the database.',
    options: {
      to: { type: 'string', value: 'URL', summary: 'file:///folder or s3://bucket/prefix. Required.' },
      'older-than': { type: 'string', value: 'MONTHS', summary: 'Age of whole months, such as 13m. Required.' },
      ...workspaces,
      keep: { type: 'boolean', summary: 'Archive without removing anything.' },
    },
    run: withService(async () => (await import('./archive.ts')).run),
  }),
  command({
    name: 'archive list',
    summary: 'List the months of an archive.',
    options: { from: { type: 'string', value: 'URL', summary: 'Archive. Required.' }, ...workspaces, ...json },
    run: async (call) => (await import('./archive.ts')).list(call),
  }),
  command({
    name: 'archive restore',
    summary: 'Put the texts and raw replies of a month back into the database.',
    options: {
      from: { type: 'string', value: 'URL', summary: 'Archive. Required.' },
      month: { type: 'string', value: 'MONTH', summary: 'Month, such as 2025-08. Required.' },
      ...workspaces,
    },
    run: withService(async () => (await import('./archive.ts')).restore),
  }),
  command({
    name: 'retention',
    summary: 'Show how long each workspace keeps replies, texts and findings, and what removing older ones frees.',
    options: {
      apply: {
        type: 'boolean',
        summary: 'Remove them now and return the space. Requests that read such a month wait for it.',
      },
      ...json,
    },
    run: withService(async () => (await import('./retention.ts')).run),
  }),
  command({
    name: 'mcp',
    summary: 'Serve MCP tools on stdio, from the server at VISIBILITY_URL, with VISIBILITY_API_KEY.',
    options: {},
    run: async (call) => (await import('./mcp.ts')).run(call),
  }),
  command({
    name: 'listen',
    summary:
      'Receive, verify and print webhooks of the sandbox at VISIBILITY_URL, with the test key in VISIBILITY_API_KEY.',
    options: {
      forward: {
        type: 'string',
        value: 'URL',
        summary: 'Also send each delivery here, such as http://localhost:3000/hook.',
      },
      event: { type: 'string', multiple: true, value: 'TYPE', summary: 'Only this event type. Default: all.' },
      ...json,
    },
    run: async (call) => (await import('./listen.ts')).run(call),
  }),
  command({
    name: 'bi role',
    args: ['NAME'],
    summary: 'Create a database role that lets a BI tool read one workspace, or reset its password.',
    options: workspace,
    run: withService(async () => (await import('./bi.ts')).createRole),
  }),
  command({
    name: 'bi list',
    summary: 'List the database roles for BI tools.',
    options: {},
    run: withService(async () => (await import('./bi.ts')).listRoles),
  }),
  command({
    name: 'bi drop',
    args: ['NAME'],
    summary: 'Drop the database role of a BI tool.',
    options: {},
    run: withService(async () => (await import('./bi.ts')).dropRole),
  }),
  command({
    name: 'backup',
    args: ['FILE'],
    summary: 'Write a consistent snapshot of the whole database to one file.',
    options: { 'with-secrets': { type: 'boolean', summary: 'Include the key that decrypts stored secrets.' } },
    run: async (call) => (await import('./backup.ts')).run(call),
  }),
  command({
    name: 'restore',
    args: ['FILE'],
    summary: 'Restore a backup into an empty database, completely or not at all.',
    options: {
      'without-secrets': { type: 'boolean', summary: 'Restore even if the stored secrets cannot be decrypted.' },
    },
    run: async (call) => (await import('./restore.ts')).run(call),
  }),
  command({
    name: 'rotate-secrets',
    summary: 'Change the secrets key and encrypt every stored secret again. API keys keep working.',
    options: {},
    run: async (call) => (await import('./rotate-secrets.ts')).run(call),
  }),
  command({
    name: 'doctor',
    summary: 'Check the configuration and the installation, and show how to fix problems.',
    options: {
      mail: { type: 'string', value: 'ADDRESS', summary: 'Also send a test email to this address.' },
      ...json,
    },
    run: async (call) => (await import('./doctor.ts')).run(call),
  }),
];
