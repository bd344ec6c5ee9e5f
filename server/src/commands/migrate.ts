import type { Service } from './open.ts';

/** Reports what opening the database has brought up to date. */
export async function run({ migrated }: Service): Promise<string> {
  return migrated.length > 0 ? `Applied ${migrated.join(', ')}` : 'The database is up to date';
}
