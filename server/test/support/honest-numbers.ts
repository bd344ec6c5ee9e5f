import { addDays, dayOf } from '../../src/base/time.ts';
import { type Db, sql } from '../../src/store/db.ts';
import { findWorkspace } from '../../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, type useApp } from './app.ts';

const NAMED = '1. **Heron Board** – for small teams.\n2. **Aplomb** – for large ones.\n';
const UNNAMED = 'A shared spreadsheet is enough for most teams.';

/** A sandbox without history: its numbers come from ingested answers of ChatGPT to one keyword. */
export async function givenIngested(server: ReturnType<typeof useApp>) {
  const { deps } = server;
  const { db } = deps;
  const account = await givenAccount(deps);
  const workspaceId = account.workspaces.test;
  const key = await givenKey(deps, account);
  const { data } = (await call(server, '/api/v1/keywords', { key })).body;
  const keyword: { keyword_id: string; keyword: string } = {
    keyword_id: data[0].keyword_id,
    keyword: data[0].keyword,
  };
  /** Ingests answers of a day, some of which mention the brand. */
  const ingest = async (named: number, of: number, { daysAgo = 0 } = {}) => {
    const day = addDays(dayOf((await workspaceOf(db, workspaceId)).now), -daysAgo);
    const answers = Array.from({ length: of }, (_, i) => ({
      keyword_id: keyword.keyword_id,
      platform: 'chatgpt',
      prompt: 'Which board?',
      text: i < named ? NAMED : UNNAMED,
      ...(daysAgo === 0 ? {} : { asked_at: `${day}T12:00:00Z` }),
    }));
    const { status, text } = await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
    if (status !== 201) throw new Error(text);
  };
  return { account, workspaceId, key, keyword, ingest };
}

async function workspaceOf(db: Db, workspaceId: string) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

/** Marks two windows as checked, as the judge does. */
export async function givenChecked(db: Db, workspaceId: string): Promise<void> {
  await db.query(sql`update workspaces set windows_judged = 2 where workspace_id = ${workspaceId}`);
}

/** A significant change, as the judge publishes it. */
export async function givenPublished(
  db: Db,
  workspaceId: string,
  change: { keyword_id: string; keyword: string; platform: string; previous_score: number; new_score: number },
): Promise<void> {
  const { now } = await workspaceOf(db, workspaceId);
  const createdAt = `${now.toISOString().slice(0, 19)}Z`;
  const points = change.new_score - change.previous_score;
  const data = { ...change, change: points > 0 ? `+${points}` : String(points), change_percent: '+0%' };
  const id = `evt_${workspaceId.slice(-26).padStart(26, '0')}`;
  const body = { id, type: 'visibility.changed', created_at: createdAt, data };
  await db.query(
    sql`insert into events (event_id, workspace_id, type, created_at, body, fact)
        values (${id}, ${workspaceId}, ${body.type}, ${new Date(createdAt)}, ${JSON.stringify(body)}, 'by a test')`,
  );
}
