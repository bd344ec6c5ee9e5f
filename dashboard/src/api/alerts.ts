import type { AnswerTo, ItemOf } from '@visibility/server/contract';

export type AlertRule = ItemOf<'GET /:mode/alerts?include=settings'>;

/** The body of a request that creates or changes a rule. */
export type RuleInput = Omit<AlertRule, 'alert_id' | 'created_at' | 'status' | 'email_status'>;

/** What decides when a rule fires. */
export type RuleTest = Omit<RuleInput, 'name' | 'email' | 'recipients'>;

export type AlertActivity = ItemOf<'GET /:mode/alert-activity'>;

export type AlertFired = ItemOf<'GET /:mode/alert-firings'>;

export type AlertNotices = AnswerTo<'GET /:mode/alert-notices'>;
