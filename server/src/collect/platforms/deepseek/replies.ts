const words = 'Small teams like [Acme](https://acme.io/). Zento has [a blog](https://elsewhere.example/).';

const page = (url: string, title: string) => ({ type: 'web_search_result', url, title, encrypted_content: 'c2VjcmV0' });
const search = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'best kanban tools' } };
const results = {
  type: 'web_search_tool_result',
  tool_use_id: 'srv_1',
  content: [page('https://acme.io/', 'Acme'), page('https://list.example/kanban', 'Ten boards')],
};
const text = (words: string) => ({ type: 'text', text: words });

function reply(content: object[], more: object = {}) {
  return {
    type: 'message',
    role: 'assistant',
    model: 'deepseek-flash',
    content,
    stop_reason: 'end_turn',
    usage: { input_tokens: 9_000, cache_read_input_tokens: 1_000, output_tokens: 500 },
    ...more,
  };
}

export const DEEPSEEK = {
  cited: reply([{ type: 'thinking', thinking: 'Nimbus?' }, search, results, text(words)]),
  counted: reply([search, results, text('Acme.')], {
    usage: { input_tokens: 10, output_tokens: 5, server_tool_use: { web_search_requests: 3 } },
  }),
  withoutSearch: reply([text('From memory: Acme.')]),
  refusal: reply([text('I cannot help with that.')], { stop_reason: 'refusal' }),
  truncated: reply([search, results, text('Small teams')], { stop_reason: 'max_tokens' }),
  empty: reply([search, results]),
};
