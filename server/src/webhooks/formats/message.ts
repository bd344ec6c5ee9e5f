import type { WebhookEvent } from '@visibility/sdk';
import { platformName } from '../../collect/platform-name.ts';
import type { Change } from '../../score/change.ts';
import type { Mode } from '../../store/accounts/accounts.ts';

/** An event as a person reads it in a chat. All texts are plain: each format escapes them. */
export interface Message {
  title: string;
  /** The interval, the excerpt or the reason. Empty if the title says everything. */
  text: string;
  /** The page of the dashboard with the evidence. */
  link: string;
  isTest: boolean;
}

export interface MessageContext {
  evidence: object;
  mode: Mode;
  webhookId: string;
  /** Where the dashboard is. */
  baseUrl: string;
}

export function messageOf(event: WebhookEvent, context: MessageContext): Message {
  const isTest = event.id.startsWith('evt_test_');
  // The ids of sample data lead nowhere, so a test links to the log of its webhook.
  const path = isTest ? `/settings/webhooks/${context.webhookId}` : pathOf(event, context.evidence);
  const link = new URL(path, context.baseUrl);
  if (context.mode === 'live') link.searchParams.set('mode', 'live');
  return { ...wordsOf(event, context.evidence), link: link.href, isTest };
}

function wordsOf(event: WebhookEvent, evidence: object): Pick<Message, 'title' | 'text'> {
  switch (event.type) {
    case 'visibility.changed':
      return { title: changeTitle('Visibility', event.data), text: intervalText(evidence) };
    case 'competitor.changed':
      return { title: changeTitle(event.data.competitor_name, event.data), text: intervalText(evidence) };
    case 'mention.new':
      return {
        title: `Mentioned for ${placeOf(event.data)} at position ${event.data.position}, ${event.data.sentiment}`,
        text: event.data.context,
      };
    case 'citation.new':
      return {
        title: `Cited for ${placeOf(event.data)}: ${event.data.domain}`,
        text: [event.data.title, event.data.url, event.data.context].filter(Boolean).join('\n'),
      };
    case 'alert.triggered':
      return { title: `Alert: ${event.data.alert_name}`, text: event.data.trigger_reason };
    case 'report.ready':
      return {
        title: `Report ready: ${event.data.report_name}`,
        text: `${event.data.period_start} to ${event.data.period_end}, ${event.data.format.toUpperCase()}`,
      };
  }
}

interface ChangeData {
  keyword: string;
  platform: string;
  previous_score: number;
  new_score: number;
  change: string;
}

function changeTitle(subject: string, data: ChangeData): string {
  return `${subject} for ${placeOf(data)}: ${data.previous_score} → ${data.new_score} (${data.change})`;
}

function placeOf({ keyword, platform }: { keyword: string; platform: string }): string {
  return `“${keyword}” on ${platformName(platform)}`;
}

/** Of the evidence that is stored with a change. A test's sample has none. */
function intervalText(evidence: Partial<Pick<Change, 'newInterval' | 'previousInterval' | 'n2'>>): string {
  const { newInterval: now, previousInterval: before, n2 } = evidence;
  if (!now || !before) return '';
  return `95 % interval ${now[0]}–${now[1]} from ${n2} answers (before: ${before[0]}–${before[1]})`;
}

function pathOf(event: WebhookEvent, evidence: { answer_ids?: string[] }): string {
  if (event.type === 'report.ready') return '/reports';
  const [answerId] = evidence.answer_ids ?? [];
  if (event.type === 'mention.new' || event.type === 'citation.new') {
    return answerId ? `/answers/${answerId}` : `/keywords/${event.data.keyword_id}`;
  }
  return `/keywords/${event.data.keyword_id}?event=${event.id}`;
}

/** At most this many characters, cut between characters. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // A half of a pair at the end is dropped.
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
