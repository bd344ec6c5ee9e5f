/** What each noun of the API is, in one sentence. */
const NOUNS: Record<string, string> = {
  keywords: 'The phrases that are tracked.',
  visibility: 'How visible the brand is for each keyword, overall and on each AI platform.',
  mentions: 'Where the brand is named in answers.',
  citations: 'Where answers cite pages.',
  competitors: 'How visible others are for the same keywords.',
  answers: 'What the AI platforms answered, word for word: the evidence behind every number.',
  events: 'What webhooks push, to pull, with the evidence behind each event.',
  alerts: 'Rules that tell when a score crosses a line.',
  reports: 'Files that sum up a period.',
  webhooks: 'Addresses that are told of events, and what became of each delivery.',
  metrics: 'How every number is defined.',
  platforms: 'The AI platforms that are asked, and with whose key.',
  usage: 'What was asked, what it cost, and how complete it is.',
  sandbox: 'The time of the test workspace.',
};

interface Tag {
  name: string;
  /** What the reference page shows instead of the name. */
  'x-displayName': string;
  description: string | undefined;
}

/** Not a noun of a path: what is sent to webhooks. */
export const SENT: Tag = {
  name: 'sent',
  'x-displayName': 'Webhook events',
  description: 'What is sent to the addresses of webhooks, signed.',
};

export const nounOf = (path: string): string => path.split('/')[1] ?? '';

/** The nouns of these paths, in their order, each with its sentence, and then the events. */
export function tagsOf(paths: string[]): Tag[] {
  const nouns = [...new Set(paths.map(nounOf))].map((name) => ({
    name,
    'x-displayName': name.charAt(0).toUpperCase() + name.slice(1),
    description: NOUNS[name],
  }));
  return [...nouns, SENT];
}
