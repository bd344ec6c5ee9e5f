/** A person of an account, as Settings → Members shows them. */
export interface Member {
  member_id: string;
  email: string;
  /** May be empty. */
  name: string;
  role: 'owner' | 'member' | 'viewer';
  created_at: string;
}

/** Somebody who may become a member. The link is only in the answer to the invitation. */
export interface Invitation {
  invitation_id: string;
  email: string;
  role: 'owner' | 'member' | 'viewer';
  created_at: string;
  expires_at: string;
}

/** Where a person is signed in. */
export interface DashboardSession {
  session_id: string;
  opened_by: 'link' | 'password' | 'invitation';
  created_at: string;
  /** Right to within five minutes. */
  last_seen_at: string;
  expires_at: string;
  /** As the browser names itself: anybody's text, cut at 200 characters. */
  user_agent: string | null;
  address: string | null;
  /** The one that asks. */
  current: boolean;
}
