import { ACTIVITY_TYPES, type ActivityType } from '@visibility/sdk';
import { oneOf, viewOf } from '../../base/view.ts';

export const TYPES: Record<ActivityType, string> = {
  'collection.finished': 'Collection finished',
  'platform.key_refused': 'Platform key rejected',
  'webhook.failing': 'Webhook failing',
  'webhook.disabled': 'Webhook disabled',
};

export const parseActivityView = viewOf({ type: oneOf(ACTIVITY_TYPES) });

export type ActivityView = ReturnType<typeof parseActivityView>;
