/** A column of a view in the schema `bi`, as the database has it. */
export interface ViewColumn {
  view: string;
  column: string;
}

interface ViewText {
  summary: string;
  /** Meanings of the columns, unless they are in `SHARED` or explain themselves. */
  columns: Record<string, string>;
}

/** Columns with the same meaning in several views, explained once. */
const SHARED: Record<string, string> = {
  keyword: 'the tracked phrase',
  platform: '`chatgpt`, `claude`, `gemini`, `perplexity`, or another',
  day: 'in UTC',
  brand: '`own` or `competitor`',
  competitor_id: 'empty for your own brand',
  detected_at: 'when the prompt was sent',
};

/** What each view contains, in the order of the document. */
const VIEWS: Record<string, ViewText> = {
  keywords: {
    summary: 'Tracked keywords.',
    columns: { status: '`active` or `paused`', country: 'ISO 3166 code', language: 'BCP 47 tag' },
  },
  visibility: {
    summary: 'The current score of each keyword, over its last seven days.',
    columns: {
      visibility_score: '0 to 100, over all platforms',
      trend_percent: 'change from the seven days before',
      mentions: 'valid answers that mention the brand',
      citations: 'your pages cited',
    },
  },
  daily_visibility: {
    summary: 'Your brand per keyword, platform and day.',
    columns: {
      valid_answers: 'answers that count',
      truncated_answers: 'cut off before they mentioned the brand',
      refused_answers: 'the platform declined',
      failed_answers: 'no usable answer',
      mentions: 'valid answers of the day that mention the brand',
      citations: 'your pages cited on the day',
      week_answers: 'valid answers of the seven days ending on `day`',
      week_mentions: 'those that mention the brand',
      week_score: 'score of these seven days, 0 to 100; empty without valid answers',
    },
  },
  daily_brands: {
    summary: 'Your brand and its competitors per platform and day, over all keywords.',
    columns: {
      mentions: 'answers that mention the brand',
      citations: 'cited pages of the brand',
    },
  },
  mentions: {
    summary: 'One row per answer and tracked brand it mentions.',
    columns: {
      position: '1 is the best',
      sentiment: '`positive`, `neutral` or `negative`',
    },
  },
  citations: {
    summary: 'One row per answer and page it cites.',
    columns: {
      owner: '`own`, `competitor` or `other`',
      competitor_id: "the owner, for a competitor's page",
      position: 'among the cited pages',
      context: 'the sentence with the citation',
    },
  },
  sources: {
    summary: 'Cited domains per keyword, platform and day.',
    columns: {
      owner: '`own`, `competitor` or `other`',
      workspace_type: 'the type you set; for types from rules, see `GET /sources`',
      answers: 'that cite it',
      citations: 'pages cited, summed over the answers',
    },
  },
  competitors: { summary: 'Tracked competitors.', columns: { domain: 'the first of its domains' } },
  answers: {
    summary: 'Answers, without their text.',
    columns: {
      keyword: 'empty if deleted',
      surface: '`api`, `scraped`, `import` or `simulated`',
      status: '`valid`, `unknown_to_platform`, `truncated`, `refused`, `failed` or `no_search`',
      searched: 'whether the assistant searched the web; empty if not reported',
    },
  },
  queries: {
    summary: 'One row per valid answer and web search it ran.',
    columns: {
      brand_mentioned: 'the answer mentions your brand',
      competitor_mentioned: 'the answer mentions a tracked competitor',
    },
  },
  answer_sources: {
    summary: 'One row per answer and domain or page it cites or search it ran.',
    columns: {
      kind: '`domain`, `page` or `query`',
      source: 'the domain, URL or query',
      brand_present: 'the answer mentions or cites your brand',
      competitor_present: 'the answer mentions or cites a competitor',
    },
  },
  annotations: { summary: 'Days that people marked in charts.', columns: {} },
  standings: {
    summary: 'Who is ahead, as of the last closed week.',
    columns: {
      platform: 'empty: all platforms together',
      verdict: '`ahead`, `behind`, `too_close_to_call` or `collecting`',
      lead: 'own score minus the competitor’s',
    },
  },
  crossings: {
    summary: 'Closed weeks in which a tested lead changed sides.',
    columns: { platform: 'empty: all platforms together', direction: '`overtook` or `was_overtaken`' },
  },
  events: {
    summary: 'Events, as sent to webhooks.',
    columns: {
      type: '`visibility.changed`, `mention.new`, …',
      platform: 'if the event has one',
      previous_score: 'for changes',
      new_score: 'for changes',
      data: 'the `data` of the event',
    },
  },
  usage: { summary: 'Answers and cost per day and platform.', columns: {} },
};

/** The section of docs/bi.md that lists the views, from the database's catalog and the meanings above. */
export function biReference(catalog: ViewColumn[]): string {
  const found = new Set(catalog.map(({ view }) => view));
  const views = [...Object.keys(VIEWS), ...[...found].filter((view) => !(view in VIEWS))];
  const sections = views.map((view) => {
    const { summary, columns } = VIEWS[view] ?? { summary: 'No description.', columns: {} };
    const own = catalog.filter((one) => one.view === view);
    const gone = Object.keys(columns).filter((name) => !own.some(({ column }) => column === name));
    if (gone.length > 0) throw new Error(`bi.${view} has no column ${gone.join(', ')}`);
    return [`### \`bi.${view}\``, '', summary, '', ...linesOf(own, columns)].join('\n');
  });
  const shared = Object.entries(SHARED).map(([column, meaning]) => `- \`${column}\`: ${meaning}`);
  const introduction = ['## Views', '', 'Unless noted, these columns mean the same in every view:', '', ...shared].join(
    '\n',
  );
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

/** One line per column. Neighbors without a meaning share a line. */
function linesOf(own: ViewColumn[], columns: Record<string, string>): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const { column } of own) {
    const meaning = columns[column];
    if (isOpen && meaning === undefined) lines.push(`${lines.pop()}, \`${column}\``);
    else lines.push(`- \`${column}\`${meaning === undefined ? '' : `: ${meaning}`}`);
    isOpen = meaning === undefined;
  }
  return lines;
}
