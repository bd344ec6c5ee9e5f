import { ACTIVITY_TYPES, type ActivityType } from '@visibility/sdk';
import { readOneOf, readWhole, type View } from '../../base/view.ts';

export const TYPES: Record<ActivityType, string> = {
  'collection.finished': 'Collection finished',
  'platform.key_refused': 'Platform key rejected',
  'webhook.failing': 'Webhook failing',
  'webhook.disabled': 'Webhook disabled',
};

export interface ActivityView extends View {
  type?: ActivityType | undefined;
}

export function readActivityType(value: unknown): ActivityType | undefined {
  return readOneOf(value, ACTIVITY_TYPES);
}

export function parseActivityView(search: Record<string, unknown>): ActivityView {
  return { type: readActivityType(search.type), page: readWhole(search.page, 2, 1_000_000) };
}
