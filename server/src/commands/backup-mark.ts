import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BackupMark {
  at: Date;
  file: string;
}

/** Records the time of a backup in the data folder, for `doctor`. */
export function markBackup(dataDir: string, { at, file }: BackupMark): void {
  writeFileSync(markFile(dataDir), `${JSON.stringify({ at, file })}\n`, { mode: 0o600 });
}

export function newestBackup(dataDir: string): BackupMark | undefined {
  try {
    const { at, file } = JSON.parse(readFileSync(markFile(dataDir), 'utf8'));
    return { at: new Date(at), file: String(file) };
  } catch {
    // If the file is missing or corrupted, no backup is known.
    return undefined;
  }
}

function markFile(dataDir: string): string {
  return join(dataDir, 'last-backup.json');
}
