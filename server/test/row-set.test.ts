import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { rowSet } from '../src/store/row-set.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();

const COLUMNS = {
  name: 'text',
  place: 'integer',
  key: 'bigint',
  isOpen: 'boolean',
  day: 'date',
  seenAt: 'timestamptz',
  facts: 'jsonb',
  content: 'bytea',
  price: 'numeric',
} as const;

const rows = [
  {
    name: 'Größe 🦩 “{},\\"” \n',
    place: -7,
    key: -9_007_199_254_740_991,
    isOpen: true,
    day: '2026-03-18',
    seenAt: new Date('2026-03-18T09:00:00.123Z'),
    facts: { names: ['a', 'ü'], none: null },
    content: Buffer.from([0, 255, 10]),
    price: 0.30000000000000004,
  },
  {
    name: '',
    place: 2 ** 31 - 1,
    key: 4_294_967_296,
    isOpen: false,
    day: '1969-12-31',
    seenAt: new Date('1969-12-31T23:59:59.999Z'),
    facts: [],
    content: Buffer.alloc(0),
    price: 0,
  },
  {
    name: 'x'.repeat(100_000),
    place: 0,
    key: -1,
    isOpen: undefined,
    day: '2000-01-01',
    seenAt: new Date('2000-01-01'),
    facts: 'text',
    content: undefined,
    price: undefined,
  },
];

test('PostgreSQL reads rows of every type as they were sent', async () => {
  expect(await db.records(sql`select * from ${rowSet('r', rows, COLUMNS)}`)).toEqual(rows);
});

test('no rows are an empty set', async () => {
  expect(await db.query(sql`select * from ${rowSet('r', rows.slice(3), COLUMNS)}`)).toEqual([]);
});

test('a text that cannot be stored is refused with a code for wrong data', async () => {
  const refused = db.query(sql`select * from ${rowSet('r', [{ name: 'a\0b' }], { name: 'text' })}`);
  await expect(refused).rejects.toMatchObject({ code: '22021' });
});
