import { expect, test } from 'vitest';
import { sendMail } from '../src/mail/send.ts';
import { createSmtp } from '../src/mail/smtp.ts';
import { sql } from '../src/store/db.ts';
import { useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { readMessage, startMailServer } from './support/mail-server.ts';
import { type Browser, browser, byLink, givenMember, givenOwner, PASSWORD, tokenOf } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);
const mailing = useApp(db, { sendsMail: true });

const GONE = { detail: 'This invitation is no longer valid. Ask for a new one.' };
const invite = (who: Browser, email: string, role?: string) =>
  who.post('/members/invitations', role ? { email, role } : { email });
const accept = (link: string, input: object = {}) =>
  browser(server).post('/invitation/accept', { token: tokenOf(link), password: PASSWORD, ...input });
const remove = (who: Browser, path: string) => who.ask(path, { method: 'DELETE' });

test('201: somebody invited sees to what, chooses a password, and is in', async () => {
  const owner = await givenOwner(server);
  const invited = await invite(owner, ' Cleo@Example.com');
  const { link, is_mailed: isMailed, ...record } = invited.body;
  expect([invited.status, isMailed, record]).toEqual([
    201,
    false,
    {
      invitation_id: expect.stringMatching(/^inv_[0-9a-z]{26}$/),
      email: 'cleo@example.com',
      role: 'member',
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect(link).toMatch(/^http:\/\/localhost:4000\/invitation#token=[\w-]{43}$/);
  expect(Date.parse(record.expires_at) - Date.parse(record.created_at)).toBe(7 * 86_400_000);
  const listed = await owner.ask('/members/invitations');
  expect(listed.body.data).toEqual([record]);
  expect(listed.text).not.toContain(tokenOf(link));

  const cleo = browser(server);
  const seen = await cleo.post('/invitation', { token: tokenOf(link) });
  const { invitation_id, email, expires_at } = record;
  expect(seen.body).toEqual({ invitation_id, email, account_name: 'Test', expires_at });
  const joined = await cleo.post('/invitation/accept', { token: tokenOf(link), name: 'Cleo', password: PASSWORD });
  expect(joined.status).toBe(204);
  expect((await cleo.ask('/session')).body.member).toMatchObject({ email: 'cleo@example.com', role: 'member' });
  expect((await browser(server).signIn('cleo@example.com')).status).toBe(204);
  const names = (await owner.ask('/members')).body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Ann', 'Cleo']);
  expect((await owner.ask('/members/invitations')).body.data).toEqual([]);
});

test('404: an invitation works once, even for two at once', async () => {
  const owner = await givenOwner(server);
  const { link } = (await invite(owner, 'once@example.com')).body;
  const answers = await Promise.all([accept(link), accept(link), accept(link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  const late = await accept(link);
  expect([late.status, late.body]).toEqual([404, GONE]);
});

test('404: an invitation that expired, was withdrawn, was replaced or never was, is answered alike', async () => {
  const owner = await givenOwner(server);
  const expired = (await invite(owner, 'expired@example.com')).body;
  const withdrawn = (await invite(owner, 'withdrawn@example.com')).body;
  expect((await remove(owner, `/members/invitations/${withdrawn.invitation_id}`)).status).toBe(204);
  const replaced = (await invite(owner, 'again@example.com')).body;
  const replacing = (await invite(owner, 'again@example.com')).body;
  await db.query(
    sql`update invitations set expires_at = now() - interval '1 second' where invitation_id = ${expired.invitation_id}`,
  );

  for (const { link } of [expired, withdrawn, replaced, { link: 'http://localhost/#token=unknown' }]) {
    const looked = await browser(server).post('/invitation', { token: tokenOf(link) });
    expect([looked.status, looked.body]).toEqual([404, GONE]);
    const { status, body } = await accept(link);
    expect([status, body]).toEqual([404, GONE]);
  }
  const open = (await owner.ask('/members/invitations')).body.data;
  expect(open.map((one: { invitation_id: string }) => one.invitation_id)).toEqual([replacing.invitation_id]);
  expect((await accept(replacing.link)).status).toBe(204);
});

test('422: a bad password does not use the invitation up', async () => {
  const owner = await givenOwner(server);
  const { link } = (await invite(owner, 'careful@example.com')).body;
  const bad = await accept(link, { password: 'careful@example.com' });
  expect([bad.status, bad.body.detail]).toEqual([422, 'password: must not be the email']);
  expect((await accept(link)).status).toBe(204);
});

test('409: nobody is invited twice over, and nobody is in two accounts', async () => {
  const [owner, other] = [await givenOwner(server), await givenOwner(server)];
  const own = await invite(owner, owner.email);
  expect([own.status, own.body.detail]).toEqual([409, `${owner.email} is already a member`]);
  // Whether somebody is in another account is not told to who invites them, only to whoever has their link.
  const elsewhere = await invite(owner, other.email);
  expect(elsewhere.status).toBe(201);
  const joined = await accept(elsewhere.body.link);
  expect([joined.status, joined.body.detail]).toEqual([409, 'This email is already in use. Use another one.']);
});

test('409: an account has fifty members and invitations, exactly', async () => {
  const owner = await givenOwner(server);
  const answers = await Promise.all(Array.from({ length: 52 }, (_, i) => invite(owner, `crowd${i}@example.com`)));
  expect(answers.filter(({ status }) => status === 201).length).toBe(49);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.detail).toBe('Limit of 50 members and invitations reached. Remove one first.');
});

test('409: who came by a link and has no email yet cannot invite', async () => {
  const { accountId } = await givenOwner(server);
  await db.query(sql`delete from members where account_id = ${accountId}`);
  const person = await byLink(server, accountId);
  const { status, body } = await invite(person, 'friend@example.com');
  expect([status, body.detail]).toEqual([409, 'Set an email and a password for this account first']);
});

test('403: members are for owners alone', async () => {
  const owner = await givenOwner(server);
  const member = await givenMember(server, owner);
  const open = (await invite(owner, 'open@example.com')).body;
  const answers = [
    await member.ask('/members'),
    await invite(member, 'friend@example.com'),
    await remove(member, `/members/${owner.memberId}`),
    await remove(member, `/members/invitations/${open.invitation_id}`),
    await member.ask(`/members/${member.memberId}`, { method: 'PATCH', body: { role: 'owner' } }),
  ];
  for (const { status, body } of answers)
    expect([status, body]).toEqual([403, { detail: 'Only an owner can do this' }]);
});

test('a removed member is out at once and cannot come back', async () => {
  const owner = await givenOwner(server);
  const member = await givenMember(server, owner);
  expect(await member.isIn()).toBe(true);
  expect((await remove(owner, `/members/${member.memberId}`)).status).toBe(204);
  expect(await member.isIn()).toBe(false);
  expect((await member.signIn(member.email)).status).toBe(401);
  expect((await remove(owner, `/members/${member.memberId}`)).status).toBe(404);
  const log = (await owner.ask('/audit')).body.data;
  expect(log[0]).toMatchObject({
    action: 'member.removed',
    actor: `dashboard:${owner.email}`,
    subject_id: member.memberId,
    subject_name: member.email,
  });
});

test('409: the last owner stays; with a second one the account can be handed over, emails included', async () => {
  const owner = await givenOwner(server);
  const member = await givenMember(server, owner);
  const change = (who: Browser, id: string, role: string) =>
    who.ask(`/members/${id}`, { method: 'PATCH', body: { role } });
  const only = { detail: 'This is the only owner. Make another member an owner first.' };
  for (const answer of [
    await remove(owner, `/members/${owner.memberId}`),
    await change(owner, owner.memberId, 'member'),
  ]) {
    expect([answer.status, answer.body]).toEqual([409, only]);
  }
  expect((await change(owner, member.memberId, 'owner')).body).toMatchObject({ role: 'owner' });
  expect((await remove(member, `/members/${owner.memberId}`)).status).toBe(204);
  expect(await owner.isIn()).toBe(false);
  const [account] = await db.query(sql`select owner_email from accounts where account_id = ${owner.accountId}`);
  expect(account).toEqual({ owner_email: member.email });
});

test('two owners who remove each other at once leave one', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const owner = await givenOwner(server);
      return [owner, await givenMember(server, owner, 'owner')] as const;
    }),
  );
  const answers = await Promise.all(
    pairs.flatMap(([one, two]) => [remove(one, `/members/${two.memberId}`), remove(two, `/members/${one.memberId}`)]),
  );
  expect(answers.filter(({ status }) => status === 204).length).toBe(4);
  for (const [{ accountId }] of pairs) {
    const left = await db.query(sql`select from members where account_id = ${accountId} and role = 'owner'`);
    expect(left.length).toBe(1);
  }
});

test('404: in one account, too, everybody sees and ends only their own sessions', async () => {
  const owner = await givenOwner(server);
  const member = await givenMember(server, owner);
  const [{ session_id: id }] = (await owner.ask('/sessions')).body.data;
  expect((await member.ask('/sessions')).body.data).toHaveLength(1);
  expect((await remove(member, `/sessions/${id}`)).status).toBe(404);
  expect((await remove(member, '/sessions')).body).toEqual({ ended: 0 });
  expect(await owner.isIn()).toBe(true);
});

test('404: another account’s people and invitations look exactly like ones that do not exist', async () => {
  const [ann, eve] = [await givenOwner(server), await givenOwner(server)];
  const open = (await invite(ann, 'hers@example.com')).body;
  const unknown = (id: string) => `${id.slice(0, -4)}0000`;
  for (const id of [ann.memberId, unknown(ann.memberId), 'nonsense', '%00']) {
    for (const { status, text } of [
      await remove(eve, `/members/${id}`),
      await eve.ask(`/members/${id}`, { method: 'PATCH', body: { role: 'member' } }),
    ]) {
      expect([status, text]).toEqual([404, '{"detail":"Member not found"}']);
    }
  }
  for (const id of [open.invitation_id, unknown(open.invitation_id), 'nonsense', '%00']) {
    const { status, text } = await remove(eve, `/members/invitations/${id}`);
    expect([status, text]).toEqual([404, '{"detail":"Invitation not found"}']);
  }
  for (const path of ['/members', '/members/invitations', '/audit?per_page=100']) {
    expect((await eve.ask(path)).text).not.toMatch(new RegExp(`${ann.memberId}|${open.invitation_id}|${ann.email}`));
  }
  expect((await accept(open.link)).status).toBe(204);
});

test('with a mail server the link is mailed too, to who is invited and nobody else', async () => {
  await using mail = await startMailServer();
  const owner = await givenOwner(mailing);
  const invited = await invite(owner, 'mailed@example.com');
  expect(invited.body.is_mailed).toBe(true);
  const smtp = createSmtp({ url: mail.url, from: 'alerts@service.example', ca: mail.ca });
  expect(await sendMail({ db, smtp, baseUrl: 'http://localhost:4000' })).toBe(1);
  const [taken] = mail.taken;
  expect(taken?.to).toEqual(['mailed@example.com']);
  const { parts } = readMessage(taken?.raw ?? '');
  expect(parts['text/plain']).toContain('Ann invited you to the account “Test”');
  expect(parts['text/plain']).toContain(`\n${invited.body.link}`);

  const listed = await owner.ask('/mail');
  expect(listed.body.data).toMatchObject([
    { subject: 'Ann invited you to Visibility', recipient: 'mailed@example.com' },
  ]);
  expect(listed.text).not.toContain(tokenOf(invited.body.link));
});

test('without one no email is queued', async () => {
  const owner = await givenOwner(server);
  await invite(owner, 'unmailed@example.com');
  expect((await owner.ask('/mail')).body.meta.total).toBe(0);
});
