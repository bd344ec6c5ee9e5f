import { z } from 'zod';

const text = z.string();
const textOrNull = z.string().nullable();

export const memberRole = z.enum(['owner', 'member', 'viewer']);

/** A person of an account, as Settings → Members shows them. */
export const member = z.strictObject({
  member_id: text,
  email: text,
  /** May be empty. */
  name: text,
  role: memberRole,
  created_at: text,
});

export const own = z.strictObject({
  /** Null: signed in with a link to an account that has no owner yet. */
  member: member.nullable(),
  /** False after signing in with a link or the identity provider: they replace the password. */
  needs_current_password: z.boolean(),
  /** False: the person signs in with the identity provider only. */
  has_password: z.boolean(),
  has_two_factor: z.boolean(),
  recovery_codes_left: z.int(),
});

/** For the person's authenticator app. Only in this response: it is stored encrypted. */
export const twoFactorSetup = z.strictObject({ secret: text, uri: text });

/** How people can sign in. */
export const signInOptions = z.strictObject({
  /** Null if no identity provider is set. */
  oidc: z.strictObject({ name: text, required: z.boolean() }).nullable(),
});

export const signedIn = z.strictObject({
  account: z.strictObject({ name: text, plan: z.enum(['free', 'pro', 'enterprise']) }),
  /** Null: signed in with a link to an account that has no owner yet. */
  member: member.nullable(),
  /** The IP address of this request, as allow lists see it. */
  address: text,
  /** Whether a mail server is configured. */
  sends_email: z.boolean(),
  /** Product names by platform id. */
  platform_names: z.record(z.string(), text),
  sandbox: z.strictObject({
    status: z.enum(['seeding', 'ready']),
    days_done: z.int(),
    days_total: z.int(),
    /** The sandbox has its own clock. */
    now: text,
  }),
});

/** A session of a person. */
export const session = z.strictObject({
  session_id: text,
  opened_by: z.enum(['link', 'password', 'invitation', 'oidc']),
  created_at: text,
  /** Accurate to five minutes. */
  last_seen_at: text,
  expires_at: text,
  /** As sent by the browser, cut at 200 characters. */
  user_agent: textOrNull,
  address: textOrNull,
  /** The session of this request. */
  current: z.boolean(),
});

export const invitation = z.strictObject({
  invitation_id: text,
  email: text,
  role: memberRole,
  created_at: text,
  expires_at: text,
});

/** The link is only in the response to the invitation: it is not stored. */
export const newInvitation = invitation.extend({ link: text, is_mailed: z.boolean() });

/** What an invited person sees before accepting. */
export const seenInvitation = z.strictObject({
  invitation_id: text,
  email: text,
  account_name: text,
  expires_at: text,
});

/** The common fields of keys and OAuth clients. */
const holderFields = {
  name: text,
  created_at: text,
  last_used_at: textOrNull,
  status: z.enum(['active', 'revoked']),
  mode: z.enum(['live', 'test']),
  scopes: z.array(z.enum(['read', 'write'])),
  allowed_ips: z.array(text),
  allowed_domains: z.array(text),
  /** A member's name or email, `command line`, `server` or `sign-in link`. Null if unknown. */
  created_by: textOrNull,
  /** Null if it was not a member, or the member was removed. */
  created_by_member_id: textOrNull,
};

export const key = z.strictObject({
  key_id: text,
  /** The type and four characters, to identify the key. */
  prefix: text,
  ...holderFields,
  expires_at: textOrNull,
  expired: z.boolean(),
});

/** The full key is only in the response to its creation: it is not stored. */
export const createdKey = key.extend({ key: text });

export const oauthClient = z.strictObject({
  client_id: text,
  ...holderFields,
  /** Whether it is an assistant that a person connected. */
  is_assistant: z.boolean(),
});

/** An assistant that asks for access. */
export const connectRequest = z.strictObject({
  /** As the assistant calls itself. Not verified. */
  name: text,
  /** The host, or the scheme of an app, that gets the answer. */
  sends_to: text,
  scopes: z.array(z.enum(['read', 'write'])),
});

/** The secret is only in the response to its creation: it is not stored. */
export const createdOauthClient = oauthClient.extend({ client_secret: text });

/** An entry of the audit log: a change to a key, OAuth client, token, session or member. */
export const auditEntry = z.strictObject({
  at: text,
  /** `command line`, `server`, `dashboard:<email or session>`, `sign-in` or `oauth:<client id>`. */
  actor: text,
  /** `key.created`, `key.changed`, `oauth_client.revoked`, `sign_in.failed`, `member.invited`, … */
  action: text,
  subject_id: text,
  subject_name: text,
  subject_prefix: textOrNull,
  changes: z.record(text, z.strictObject({ from: z.unknown(), to: z.unknown() })).nullable(),
  address: textOrNull,
});

export const mail = z.strictObject({
  subject: text,
  body: text,
  recipient: textOrNull,
  status: z.enum(['waiting', 'sent', 'failed']),
  tries: z.int(),
  error: textOrNull,
  created_at: text,
  sent_at: textOrNull,
});
