import { makeId } from '../base/id.ts';
import { addDays, dayOf } from '../base/time.ts';
import { defaultPanel } from '../collect/panel.ts';
import { createAccount, type Plan } from '../store/accounts/accounts.ts';
import type { Transaction } from '../store/db.ts';
import { insertKeywords } from '../store/keywords/keywords.ts';
import { insertSandbox } from '../store/sandboxes.ts';
import { saveReading } from '../store/workspaces/readings.ts';
import { SANDBOX_KEYWORDS, sandboxSubject, sandboxWorld } from './world.ts';

/** Thirteen complete windows, so that exactly one more closes a week later. */
export const HISTORY_DAYS = 91;
/** The same for every account, so that the numbers match the documentation. */
const DEFAULT_SEED = 'visibility';

export interface NewAccountWithSandbox {
  name: string;
  plan?: Plan;
  seed?: string;
  historyDays?: number;
}

/** An account with an empty live workspace and a test workspace, ready for seeding. */
export async function createAccountWithSandbox(
  tx: Transaction,
  { name, plan = 'free', seed = DEFAULT_SEED, historyDays = HISTORY_DAYS }: NewAccountWithSandbox,
) {
  const today = dayOf(new Date());
  const testFirstDay = addDays(today, -historyDays);
  const account = await createAccount(tx, { name, today, testFirstDay, plan });
  await fillSandbox(tx, { workspaceId: account.workspaces.test, seed, historyDays, firstDay: testFirstDay });
  return account;
}

interface NewSandbox {
  workspaceId: string;
  seed: string;
  historyDays: number;
  firstDay: string;
}

async function fillSandbox(tx: Transaction, { workspaceId, seed, historyDays, firstDay }: NewSandbox): Promise<void> {
  const now = new Date(firstDay);
  const world = sandboxWorld(seed);
  const competitorIds = world.competitors.map(() => makeId('cmp'));
  const subject = sandboxSubject(world, competitorIds);
  const named = {
    brand: { ...subject.brand, name: world.brand.name },
    competitors: subject.competitors.map((brand, index) => ({
      ...brand,
      name: world.competitors[index]?.name ?? brand.id,
    })),
  };
  const reading = await saveReading(tx, workspaceId, { subject: named, now });
  const keywords = SANDBOX_KEYWORDS.map(({ keyword, tags, country, language }) => ({
    keyword,
    tags,
    country,
    language,
    prompts: defaultPanel(keyword, language),
  }));
  await insertKeywords(tx, workspaceId, { keywords, reading, now });
  await insertSandbox(tx, { workspaceId, seed, historyDays });
}
