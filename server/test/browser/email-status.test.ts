import { expect, test } from 'vitest';
import { createSignInToken } from '../../src/access/sessions.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { lookProblems } from '../support/looks.ts';
import { browser } from '../support/person.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);

const REASON = 'not sent: no mail server configured';

test.runIf(executable)('without a mail server Reports, Alerts and Members say that no email is sent', async () => {
  const account = await givenAccount(server.deps);
  const key = await givenKey(server.deps, account);
  const post = (path: string, body: object) => call(server, `/api/v1${path}`, { key, method: 'POST', body });
  await post('/reports', { name: 'Weekly', schedule: 'weekly', format: 'pdf', recipients: ['ann@example.com'] });
  const low = { name: 'Low', condition: 'below', threshold: 40 };
  await post('/alerts', { ...low, email: 'each', recipients: ['ann@example.com'] });
  const owner = browser(server);
  await owner.post('/session', { token: await createSignInToken(db, account.accountId) });
  await owner.post('/account', { email: 'owner@example.com', password: 'correct horse battery' });

  const { page } = await openSignedIn(account, '/reports');
  await page.getByText(`PDF · all keywords · email to ann@example.com ${REASON}`, { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Generate now: Weekly' }).waitFor();
  await page.goto(`${server.url}/alerts`);
  await page.getByText(`Email to ann@example.com ${REASON}.`, { exact: false }).waitFor();
  expect(await lookProblems(page)).toEqual([]);
  await page.goto(`${server.url}/settings/members`);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('ben@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText(/Email not sent: no mail server configured\. Send this link to ben@example\.com/).waitFor();
  await page.context().close();
});
