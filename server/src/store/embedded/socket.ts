import { platform } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';

/** macOS allows 103 bytes, Linux 107. */
const LONGEST_PATH = 103;
const LARGEST_PORT = 65_535;

/**
 * Where PostgreSQL listens on a Unix socket, which takes about half the processor time of TCP. Only PostgreSQL's user
 * and root can enter the folder. Undefined if the path is too long for a socket.
 */
export function socketFolderOf({ files }: Cluster): string | undefined {
  if (platform() === 'win32') return undefined;
  return Buffer.byteLength(socketIn(files, LARGEST_PORT)) <= LONGEST_PATH ? files : undefined;
}

export function socketIn(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`);
}
