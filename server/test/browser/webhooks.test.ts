import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publicAddresses } from '../../src/webhooks/address.ts';
import { createWebhookAgent } from '../../src/webhooks/agent.ts';
import { deliverDue } from '../../src/webhooks/deliver.ts';
import { useApp } from '../support/app.ts';
import { testCertificates } from '../support/certificates.ts';
import { dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { lookProblems } from '../support/looks.ts';
import { startReceiver } from '../support/receiver.ts';
import { givenSubscriber } from '../support/subscriber.ts';
import { competitorChanged, publishIn, visibilityChanged } from '../support/webhook.ts';

const { db } = useDatabase();
const { ca } = await testCertificates();
const agent = createWebhookAgent({ addresses: publicAddresses(['127.0.0.0/8']), ca });
const server = useApp(db, { ...dashboardFiles, agent });
const { openSignedIn } = useBrowser(server);
const { deps } = server;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).getByRole('row');

test.runIf(executable)(
  'the log is filtered in the address, a delivery read, sent again, and a time replayed',
  async () => {
    await using receiver = await startReceiver();
    const { account, webhookId, workspaceId } = await givenSubscriber(server, receiver);
    await publishIn(deps, workspaceId, [visibilityChanged(), visibilityChanged(), competitorChanged()]);
    await deliverDue(deps);
    const { page, complaints } = await openSignedIn(account, `/settings/webhooks/${webhookId}`);
    await expect.poll(() => rows(page).count()).toBe(4);
    expect(await lookProblems(page)).toEqual([]);
    await page.getByLabel('Event type', { exact: true }).selectOption('competitor.changed');
    await expect.poll(() => rows(page).count()).toBe(2);
    await expect.poll(() => page.url()).toContain('type=competitor.changed');
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await page.getByText(/No matching deliveries/).waitFor();
    await page.goto(`${server.url}/settings/webhooks/${webhookId}?type=visibility.changed`);
    await expect.poll(() => rows(page).count()).toBe(3);

    const eventId = (await rows(page).nth(1).getByText(/^evt_/).innerText()).trim();
    await page.getByLabel('Event ID', { exact: true }).fill(eventId);
    await expect.poll(() => rows(page).count()).toBe(2);
    await rows(page).nth(1).getByRole('link').click();
    await page.getByRole('heading', { name: 'Delivery', level: 1 }).waitFor();
    await page.getByText('thank you', { exact: true }).waitFor();
    await page.getByText(/"keyword": "running shoes “für” 鞋"/).waitFor();
    expect(await lookProblems(page)).toEqual([]);
    expectGenuine(await page.locator('pre').innerText(), receiver.url, sentBody(receiver.received, eventId));

    await button(page, 'Retry').click();
    await page.getByText(/Not attempted yet\./).waitFor();
    await deliverDue(deps);
    await page.getByText('thank you', { exact: true }).waitFor();
    expect(receiver.received.filter(({ body }) => body.includes(eventId))).toHaveLength(2);

    await page.getByRole('link', { name: 'Back to log' }).click();
    await button(page, 'Replay').click();
    await page.getByText(/3 events will be sent again\./).waitFor();
    await page.getByRole('checkbox', { name: 'competitor.changed' }).uncheck();
    await page.getByText(/2 events will be sent again\./).waitFor();
    expect(await lookProblems(page)).toEqual([]);
    await button(page, 'Replay 2 events').click();
    await page.getByText(/2 events queued\./).waitFor();
    expect(await deliverDue(deps)).toBe(2);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test.runIf(executable)(
  'a webhook is made with an own secret, tested, changed, given a new secret and deleted',
  async () => {
    await using receiver = await startReceiver({ status: 500 });
    receiver.headers = { 'content-type': 'text/html' };
    receiver.answer = '<img src=x onerror=alert(1)>\u202Egnp.exe\u0000';
    const { account } = await givenSubscriber(server, { url: 'https://localhost/other', ca: receiver.ca });
    const { page, complaints } = await openSignedIn(account, '/settings/webhooks');
    await button(page, 'Create webhook').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL', { exact: true }).fill('https://10.0.0.1/hook');
    await dialog.getByRole('radio', { name: 'Use my own' }).check();
    await dialog.getByLabel('Your secret', { exact: true }).fill('my own secret');
    const create = dialog.getByRole('button', { name: 'Create webhook' });
    await create.click();
    await dialog.getByRole('textbox', { name: 'URL' }).and(page.locator('[aria-invalid=true]')).waitFor();
    expect(await lookProblems(page)).toEqual([]);
    await dialog.getByLabel('URL', { exact: true }).fill(receiver.url);
    await create.click();

    await button(page, `Send Test to ${receiver.url}`).click();
    await dialog.getByLabel('Event type', { exact: true }).selectOption('alert.triggered');
    await button(page, 'Send Test').click();
    const result = dialog.getByRole('region', { name: 'Result' });
    await result.getByText('500', { exact: true }).waitFor();
    await result.getByText(/The receiver did not return a 2xx status\./).waitFor();
    await result.getByText(/<img src=x onerror=alert\(1\)>⟨U\+202E⟩gnp\.exe/).waitFor();
    expect(await lookProblems(page)).toEqual([]);
    const [sent] = receiver.received;
    expect(sent?.headers['x-service-signature']).toBe(`sha256=${hmac('my own secret', sent?.body ?? '')}`);
    await button(page, 'Close').click();

    await page.getByRole('link', { name: receiver.url, exact: true }).click();
    await button(page, 'Edit').click();
    await dialog.getByRole('checkbox', { name: 'mention.new' }).uncheck();
    await dialog.getByLabel(/Description/).fill('To the shop');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'To the shop' }).waitFor();

    await button(page, 'Rotate secret').click();
    await dialog.getByLabel('Old secret expires', { exact: true }).selectOption('0');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByText(/New signing secret/).waitFor();
    const secret = await dialog.locator('pre').innerText();
    await button(page, 'Done').click();
    await button(page, 'Send Test').click();
    await dialog.getByRole('button', { name: 'Send Test' }).click();
    await result.waitFor();
    expect(receiver.received[1]?.headers['x-service-signature']).toBe(
      `sha256=${hmac(secret, receiver.received[1]?.body ?? '')}`,
    );
    await button(page, 'Close').click();

    await button(page, 'Delete').click();
    await page
      .getByRole('dialog', { name: `Delete ${receiver.url}?` })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await expect.poll(() => page.getByText(receiver.url).count()).toBe(0);
    expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
    await page.context().close();
  },
);

const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');

function sentBody(received: { body: string }[], eventId: string): string {
  return received.find(({ body }) => body.includes(eventId))?.body ?? '';
}

/** Runs the copied command with a stand-in for curl that prints what it was given. */
function expectGenuine(command: string, url: string, body: string): void {
  const shell = `curl() { printf '%s\\n' "$@"; cat; }\n${command}`;
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', WEBHOOK_SECRET: 'test secret' };
  const printed = execFileSync('sh', ['-c', shell], { env }).toString().split('\n');
  expect([printed[0], printed[4], printed[7]]).toEqual([
    url,
    `X-Service-Signature: sha256=${hmac('test secret', body)}`,
    body,
  ]);
}
