import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { runVisibility, startServer, stopServer, until } from './server-process.ts';

/** A stopped installation and its backup, which was made while it ran. */
export function useBackup() {
  const scratch = mkdtempSync(join(tmpdir(), 'visibility backup '));
  chmodSync(scratch, 0o711);
  const file = join(scratch, 'first.backup');
  const settings = { DATA_DIR: join(scratch, 'data') };
  const installation = { scratch, file, settings, key: '', before: '', newDataDir };

  /** The data folder of a new installation to which the secrets key of the first was brought. */
  function newDataDir(name: string, { withKey = true } = {}): string {
    const folder = join(scratch, name);
    mkdirSync(folder);
    if (withKey) copyFileSync(join(settings.DATA_DIR, 'secrets.key'), join(folder, 'secrets.key'));
    return folder;
  }

  beforeAll(async () => {
    const server = await startServer(settings);
    const key = /svc_test_\w{36}/.exec(server.printed.out)?.[0] ?? '';
    await until(async () => (await pages(server, key)).includes('"total":12'));
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const webhook = {
      url: 'https://hooks.customer.example/hook',
      events: ['visibility.changed'],
      secret: 'a secret\\.\n\twith "all"',
    };
    expect(
      (await fetch(`${server.url}/api/v1/webhooks`, { method: 'POST', headers, body: JSON.stringify(webhook) })).status,
    ).toBe(201);
    await until(() => server.printed.out.includes('100 %'));
    const made = await runVisibility(['backup', file], settings);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/: \d+ rows, \d+\.\d MB\.\nIt does not contain the secrets key\./);
    Object.assign(installation, { key, before: await pages(server, key) });
    await stopServer(server);
  });

  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  return installation;
}

/** What the API shows of an installation. */
export async function pages({ url }: { url: string }, withKey: string): Promise<string> {
  const paths = [
    'keywords',
    'visibility',
    'mentions',
    'citations?scope=all',
    'competitors',
    'answers',
    'webhooks',
    'events',
  ];
  const texts = paths.map(async (path) => {
    const response = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${withKey}` } });
    return `${path} ${response.status} ${await response.text()}`;
  });
  return (await Promise.all(texts)).join('\n');
}
