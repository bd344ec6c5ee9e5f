import type { Service } from './open.ts';

/** Reports which migrations ran when the database was opened. */
export async function run({ migrated }: Service): Promise<string> {
  return migrated.length > 0 ? `Applied ${migrated.join(', ')}` : 'The database is up to date';
}
