import { createHash } from 'node:crypto';
import type { ReviewEntry, ReviewFigure } from '@visibility/sdk';
import type { Db } from '../../store/db.ts';
import type { Workspace } from '../../store/workspaces/workspaces.ts';

/** What a finder may use. */
export interface ReviewContext {
  db: Db;
  workspace: Workspace;
  /** Whether a mail server is configured. */
  sendsMail: boolean;
  /** Whether the caller may know about the operation of the server. */
  isOwner: boolean;
  /** The platforms that are asked. */
  platforms: () => Promise<string[]>;
}

/** Something to review. */
export interface Finding {
  kind: ReviewEntry['kind'];
  /** What it is about. With the kind, it identifies the entry while the evidence changes. */
  subject: string;
  /** Of the evidence. A dismissed entry with another version is shown again. */
  version: string;
  since: Date;
  text: string;
  keyword?: { keywordId: string; keyword: string };
  platform?: string;
  figures?: ReviewFigure[];
  eventId?: string;
  /** The request that lists the answers behind it. */
  answers?: string;
  nextStep: { text: string; url: string };
}

/** Finds one kind of entry, the most important first. */
export type Finder = (context: ReviewContext) => Promise<Finding[]>;

/** The first character of an id. */
const CODES: Record<Finding['kind'], string> = {
  drop: '0',
  overtaken: '1',
  gap: '2',
  platform_failing: '3',
  webhook_failing: '4',
  mail_not_configured: '5',
  stale_data: '6',
};

/** The same for the same thing, and unknown in every other workspace. */
export function reviewId(workspaceId: string, { kind, subject }: Pick<Finding, 'kind' | 'subject'>): string {
  const hash = createHash('sha256').update(`${workspaceId} ${kind} ${subject}`).digest('hex');
  return `rev_${CODES[kind]}${hash.slice(0, 25)}`;
}

export function kindOf(id: string): Finding['kind'] | undefined {
  const kinds = Object.keys(CODES) as Finding['kind'][];
  return kinds.find((kind) => id.startsWith(`rev_${CODES[kind]}`));
}
