import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDeadline } from '../base/deadline.ts';
import type { Config } from '../config.ts';
import { isAlive } from '../store/embedded/cluster.ts';

export interface ServerMark {
  pid: number;
  url: string;
}

/** Writes the URL of this process into the data folder, for `doctor`. Returns a function that removes it. */
export function markServer(dataDir: string, url: string): () => Promise<void> {
  writeFileSync(markFile(dataDir), `${JSON.stringify({ pid: process.pid, url })}\n`, { mode: 0o600 });
  return async () => {
    if (readMark(dataDir)?.pid === process.pid) rmSync(markFile(dataDir), { force: true });
  };
}

/** The server that uses this data folder. Undefined if none is running. */
export function runningMark(dataDir: string): ServerMark | undefined {
  const mark = readMark(dataDir);
  return mark && isAlive(mark.pid) ? mark : undefined;
}

/** The URL of a server that uses this data folder and responds. The id of a killed process may belong to another one. */
export async function respondingServer(dataDir: string): Promise<string | undefined> {
  const url = runningMark(dataDir)?.url;
  if (url === undefined) return undefined;
  const isUp = await withDeadline(
    1_000,
    undefined,
    async (signal) => (await fetch(`${url}/healthz`, { signal })).ok,
  ).catch(() => false);
  return isUp ? url : undefined;
}

/** For links of commands. The server may have been started with another PORT. */
export async function addressOfServer({ BASE_URL, PORT }: Config, dataDir: string): Promise<string> {
  return BASE_URL ?? (await respondingServer(dataDir)) ?? `http://localhost:${PORT}`;
}

function readMark(dataDir: string): ServerMark | undefined {
  try {
    const { pid, url } = JSON.parse(readFileSync(markFile(dataDir), 'utf8'));
    return { pid: Number(pid), url: String(url) };
  } catch {
    // If the file is missing or corrupted, no server is known.
    return undefined;
  }
}

function markFile(dataDir: string): string {
  return join(dataDir, 'server.json');
}
