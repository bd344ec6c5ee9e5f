import { recordKeyUse } from '../store/accounts/api-keys.ts';
import type { Db } from '../store/db.ts';

/** Collects which keys were used and saves it periodically. A write per request would double its cost. */
export interface KeyUse {
  note(keyId: string): void;
  flush(): Promise<void>;
}

export function createKeyUse(db: Db): KeyUse {
  let used = new Map<string, Date>();
  return {
    note: (keyId) => {
      used.set(keyId, new Date());
    },
    async flush() {
      const batch = used;
      used = new Map();
      try {
        await recordKeyUse(db, batch);
      } catch (error) {
        used = new Map([...batch, ...used]);
        throw error;
      }
    },
  };
}
