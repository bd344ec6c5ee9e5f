import { own } from '../../base/own.ts';

/** A description of each resource. */
const NOUNS: Record<string, string> = {
  keywords: 'The keywords you track.',
  visibility: 'How visible your brand is for each keyword, overall and by AI platform.',
  review: 'What needs attention, with evidence and a next step.',
  mentions: 'Answers that mention your brand.',
  citations: 'Pages that answers cite.',
  queries: 'Web searches that the assistants run for your keywords.',
  sources: 'The sites that answers cite, and their types.',
  gaps: 'Sources and searches where competitors are mentioned and you are not.',
  attributes: 'What answers say about a brand: reasons for and against it, and its role.',
  sentences: 'The sentences that mention your brand, counted.',
  brand: 'Your brand: its name, aliases and domains.',
  competitors: 'How visible your competitors are for the same keywords.',
  standings: 'Who is ahead on each keyword, tested on the same answers, and when a lead changed sides.',
  answers: 'The original answers of the AI platforms. All scores are computed from them.',
  events: 'The events that webhooks receive, to poll, with evidence.',
  activity: 'What happened to the service itself, to poll: collections, platform keys, webhooks.',
  alerts: 'Rules that fire when a score crosses a threshold.',
  reports: 'Files that summarize a period.',
  annotations: 'Days that you mark in charts.',
  views: 'Saved views of the dashboard.',
  webhooks: 'Endpoints that receive events, and the log of their deliveries.',
  metrics: 'The definition of every metric.',
  significance: 'What counts as a significant change.',
  retention: 'How long replies, texts and findings are kept.',
  platforms: 'The AI platforms, and whose API key is used for each.',
  usage: 'How many answers were collected, what they cost, and how complete they are.',
  sandbox: 'The clock of the test workspace.',
};

interface Tag {
  name: string;
  /** The display name on the reference page. */
  'x-displayName': string;
  description: string | undefined;
}

/** Not a path: the requests sent to webhooks. */
export const SENT: Tag = {
  name: 'sent',
  'x-displayName': 'Webhook events',
  description: 'Signed requests that are sent to webhooks.',
};

export const nounOf = (path: string): string => path.split('/')[1] ?? '';

/** The tags of these paths, in order, followed by the webhook events. */
export function tagsOf(paths: string[]): Tag[] {
  const nouns = [...new Set(paths.map(nounOf))].map((name) => ({
    name,
    'x-displayName': name.charAt(0).toUpperCase() + name.slice(1),
    description: own(NOUNS, name),
  }));
  return [...nouns, SENT];
}
