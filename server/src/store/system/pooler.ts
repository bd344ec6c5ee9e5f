import { SetupError } from '../../base/errors.ts';
import { type Db, STATEMENT_TIMEOUT_MS, sessionSettings, sql } from '../db.ts';

/** A pooler cannot pass settings on, so the role must have them: in another time zone, days would be counted wrongly. */
export async function checkPooler(db: Db): Promise<void> {
  const wanted = Object.entries(sessionSettings(STATEMENT_TIMEOUT_MS)).map(([name, value]) => ({
    name,
    value: String(value),
  }));
  const rows = await db.query<{ name: string; setting: string; role: string; database: string }>(
    sql`select name, setting, quote_ident(current_user) as role, quote_ident(current_database()) as database
        from pg_settings
        where name = any(${wanted.map(({ name }) => name)} || '{TimeZone}'::text[])`,
  );
  const missing = wanted.filter(
    ({ name, value }) => rows.find((row) => row.name.toLowerCase() === name)?.setting !== value,
  );
  const [first] = rows;
  if (missing.length === 0 || !first) return;
  const statements = missing.map(
    ({ name, value }) => `alter role ${first.role} in database ${first.database} set ${name} = '${value}';`,
  );
  throw new SetupError(
    `DATABASE_URL: a pooler needs settings of the role. Run these and restart the pooler:\n${statements.join('\n')}`,
  );
}
