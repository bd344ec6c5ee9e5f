import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BackupMark {
  at: Date;
  file: string;
}

/** Remembers in the data folder that a backup was made, so that `doctor` can say when there has been none. */
export function markBackup(dataDir: string, { at, file }: BackupMark): void {
  writeFileSync(markFile(dataDir), `${JSON.stringify({ at, file })}\n`, { mode: 0o600 });
}

export function newestBackup(dataDir: string): BackupMark | undefined {
  try {
    const { at, file } = JSON.parse(readFileSync(markFile(dataDir), 'utf8'));
    return { at: new Date(at), file: String(file) };
  } catch {
    // Missing or spoilt, it only says that nothing is known of a backup.
    return undefined;
  }
}

function markFile(dataDir: string): string {
  return join(dataDir, 'last-backup.json');
}
