import { expect, test } from 'vitest';
import { statementsOf } from '../src/store/system/migrate.ts';
import { useDatabase } from './support/database.ts';
import { runVisibility } from './support/server-process.ts';

const { url } = useDatabase();

test('statements are separated, but not within texts, comments and function bodies', () => {
  const text = `-- One; two.
create table a (b text default ';');
create function f() returns void language plpgsql as $$ begin perform 1; end $$;
create function g() returns text language sql as $x$ select ';$$;' $x$;
`;
  expect(statementsOf(text).map((statement) => statement.trim())).toEqual([
    `create table a (b text default ';')`,
    'create function f() returns void language plpgsql as $$ begin perform 1; end $$',
    `create function g() returns text language sql as $x$ select ';$$;' $x$`,
  ]);
});

test('without the extension nothing changes, the command says what to install and exits with 1', async () => {
  const { code, err } = await runVisibility(['distribute', '--yes'], { DATABASE_URL: url });
  expect(code).toBe(1);
  expect(err).toContain('This PostgreSQL does not have the extension citus');
  expect(err).toContain('Nothing was changed.');
});
