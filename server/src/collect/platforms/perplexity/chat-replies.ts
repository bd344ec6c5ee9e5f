const RESULTS = [
  { title: 'Acme', url: 'https://acme.io/', date: '2026-01-02' },
  { title: 'Top ten', url: 'https://list.example/kanban', date: null },
  { title: 'Zento', url: 'https://zento.example/' },
  { title: 'Never used', url: 'https://unused.example/' },
];

function reply(content: unknown, more: object = {}) {
  return {
    id: 'x',
    object: 'chat.completion',
    model: 'sonar',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: {
      prompt_tokens: 12,
      completion_tokens: 300,
      num_search_queries: 1,
      cost: { request_cost: 0.005, total_cost: 0.00531 },
    },
    ...more,
  };
}

export const PERPLEXITY_CHAT = {
  text: '🚀 Acme leads[1][3]. Many agree [2, 3], some do not[0][9]. See [1](https://elsewhere.example/).',
  cited: reply('🚀 Acme leads[1][3]. Many agree [2, 3], some do not[0][9]. See [1](https://elsewhere.example/).', {
    citations: RESULTS.map(({ url }) => url),
    search_results: RESULTS,
  }),
  /** In the format of older replies: only URLs, one of them unreadable, and no cost. */
  addressesOnly: reply('Zento[3].', {
    citations: ['https://acme.io/', null, 'https://zento.example/'],
    usage: { prompt_tokens: 1_000, completion_tokens: 1_000 },
  }),
  nothingFound: reply('Acme.', { citations: [], search_results: [] }),
  silent: reply('Acme.', { usage: {} }),
  thinking: reply('<think>Nimbus or Acme? [2]</think>\n\nAcme[1].', { search_results: RESULTS }),
  inCode: reply('Acme【2】. Write `items[1]`:\n```js\nitems[3]\n```\nDone[4].', { search_results: RESULTS }),
  empty: reply(null),
};
