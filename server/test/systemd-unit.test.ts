import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8');
const unit = readFileSync(new URL('../../examples/systemd/visibility.service', import.meta.url), 'utf8');
const directives = unit.split('\n').filter((line) => /^[A-Z]\w+=/.test(line));

test('the systemd unit of the documents runs as an ordinary user, in a sandbox in which Node can run', () => {
  expect(directives).toEqual(
    expect.arrayContaining([
      'User=visibility',
      'UMask=0077',
      'ProtectSystem=strict',
      'ProtectHome=true',
      'PrivateTmp=true',
      'PrivateDevices=true',
      'ProtectKernelTunables=true',
      'ProtectProc=invisible',
      'NoNewPrivileges=true',
      'CapabilityBoundingSet=',
      'RestrictNamespaces=true',
      'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
      'SystemCallFilter=@system-service @pkey',
    ]),
  );
  // Node compiles JavaScript to machine code, which this one forbids.
  expect(directives.filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([]);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('systemd knows every directive of the unit, and rates its exposure 2.0 at most', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visibility-unit-'));
  const file = join(folder, 'visibility.service');
  writeFileSync(file, unit);
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=20', '--no-pager', file],
    { encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  expect([status, stdout.match(/→.*/)?.[0], stderr]).toEqual([0, expect.stringContaining('visibility.service: '), '']);
});

test.runIf(hasSystemd)('systemd accepts the backup service and its timer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visibility-timer-'));
  const files = ['visibility-backup.service', 'visibility-backup.timer'].map((name) => {
    const text = readFileSync(new URL(`../../examples/systemd/${name}`, import.meta.url), 'utf8');
    writeFileSync(join(folder, name), text.replace('/usr/bin/node', process.execPath));
    return join(folder, name);
  });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
});

test('the Caddy example takes bodies as large as the API does', () => {
  expect(page).toContain('max_size 8MiB');
});
