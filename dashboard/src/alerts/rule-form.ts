import type { Alert, AlertSettings } from '@visibility/sdk';
import type { AlertRule, RuleInput, RuleTest } from '../api/alerts.ts';

export type Scope = 'all' | 'tag' | 'keyword';

export interface RuleDraft {
  name: string;
  scope: Scope;
  keyword_id: string | null;
  tag: string;
  platform: string;
  /** Empty: any. Only with `overtaken`. */
  competitor_id: string;
  condition: Alert['condition'];
  threshold: string;
  only_significant: boolean;
  email: AlertSettings['email'];
  recipients: string;
}

/** Alerts that most people want first. */
export const PRESETS: Pick<RuleDraft, 'name' | 'condition'>[] = [
  { name: 'Significant drop', condition: 'drops_by' },
  { name: 'A competitor overtakes us', condition: 'overtaken' },
  { name: 'Low visibility', condition: 'below' },
];

export function draftOf(rule: AlertRule | undefined): RuleDraft {
  return {
    name: rule?.name ?? '',
    scope: scopeOf(rule),
    keyword_id: rule?.keyword_id ?? null,
    tag: rule?.tag ?? '',
    platform: rule?.platform ?? '',
    competitor_id: rule?.competitor_id ?? '',
    condition: rule?.condition ?? 'drops_by',
    threshold: String(rule?.threshold || 15),
    only_significant: rule?.only_significant ?? true,
    email: rule?.email ?? 'off',
    recipients: rule?.recipients.join(', ') ?? '',
  };
}

function scopeOf(rule: AlertRule | undefined): Scope {
  if (rule?.keyword_id) return 'keyword';
  return rule?.tag ? 'tag' : 'all';
}

/** The condition of the alert. Undefined while the input is incomplete. */
export function testOf(draft: RuleDraft): RuleTest | undefined {
  const threshold = Number(draft.threshold);
  const isOvertaken = draft.condition === 'overtaken';
  const hasThreshold =
    draft.threshold.trim() !== '' && Number.isInteger(threshold) && threshold >= 0 && threshold <= 100;
  const isMissing =
    !(hasThreshold || isOvertaken) ||
    (draft.scope === 'keyword' && !draft.keyword_id) ||
    (draft.scope === 'tag' && !draft.tag.trim());
  if (isMissing) return undefined;
  return {
    keyword_id: draft.scope === 'keyword' ? draft.keyword_id : null,
    tag: draft.scope === 'tag' ? draft.tag.trim() : null,
    platform: draft.platform || null,
    competitor_id: (isOvertaken && draft.competitor_id) || null,
    condition: draft.condition,
    threshold: isOvertaken ? 0 : threshold,
    only_significant: draft.only_significant,
  };
}

export function inputOf(draft: RuleDraft): RuleInput {
  const test = testOf(draft);
  if (!test) throw new Error('Choose a keyword or tag, and a threshold from 0 to 100.');
  const recipients = draft.recipients
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter(Boolean);
  return { ...test, name: draft.name.trim(), email: draft.email, recipients };
}
