import { expect, inject, test } from 'vitest';
import { openDb, sql } from '../src/store/db.ts';
import { useDatabase } from './support/database.ts';
import { onServer } from './support/database-url.ts';

const { url } = useDatabase();

test("sessions have the settings that queries rely on, whatever an operator's database or URL sets", async () => {
  const name = new URL(url).pathname.slice(1);
  for (const setting of ['jit = on', 'random_page_cost = 4', "timezone = 'Asia/Tokyo'"]) {
    await onServer(inject('postgresUrl'), (client) => client.query(`alter database ${name} set ${setting}`));
  }
  const settings = sql`
    select name, setting
    from pg_settings
    where name in ('jit', 'random_page_cost', 'TimeZone', 'work_mem', 'statement_timeout')
    order by name collate "C"`;
  const wanted = { TimeZone: 'UTC', jit: 'off', random_page_cost: '1.1', statement_timeout: '15000', work_mem: '5120' };
  const withOptions = new URL(url);
  withOptions.searchParams.append('options', '-c work_mem=5MB');
  const own = openDb({ url: withOptions.href });
  for (const session of [own, own.quick]) {
    const rows = await session.query<{ name: string; setting: string }>(settings);
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual(wanted);
  }
  await own.close();
});
