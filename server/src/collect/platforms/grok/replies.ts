const words = 'For small teams, Acme is the usual choice.[[1]](https://acme.io/boards) Zento costs less.';
const marker = '[[1]](https://acme.io/boards)';
const at = words.indexOf(marker);

const link = {
  type: 'url_citation',
  url: 'https://acme.io/boards',
  title: '1',
  start_index: at,
  end_index: at + marker.length,
};

function message(content: object[]) {
  return { type: 'message', role: 'assistant', status: 'completed', content };
}

function reply(output: object[], more: object = {}) {
  return {
    object: 'response',
    status: 'completed',
    model: 'grok-4.3',
    output,
    usage: { input_tokens: 8_000, output_tokens: 400, num_sources_used: 3, num_server_side_tools_used: 2 },
    incomplete_details: null,
    ...more,
  };
}

const search = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'best kanban tools' } };
const opened = {
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'open_page', url: 'https://list.example/' },
};
const text = { type: 'output_text', text: words, annotations: [link] };

export const GROK = {
  cited: reply([search, opened, { type: 'reasoning', summary: [] }, message([text])], {
    citations: ['https://acme.io/boards', 'https://zento.example/'],
  }),
  /** The shape of 2025: the query as arguments, and every page of the search as an annotation without a position. */
  listed: reply([
    { type: 'web_search_call', name: 'web_search', arguments: '{"query":"kanban boards","num_results":2}' },
    message([
      {
        type: 'output_text',
        text: 'Acme.',
        annotations: [
          { type: 'url_citation', url: 'https://acme.io/' },
          { type: 'url_citation', url: 'https://list.example/' },
        ],
      },
    ]),
  ]),
  fromMemory: reply([message([{ type: 'output_text', text: 'Acme.', annotations: [] }])], {
    usage: { input_tokens: 20, output_tokens: 5, num_server_side_tools_used: 0 },
  }),
  refusal: reply([message([{ type: 'refusal', refusal: 'I cannot help with that.' }])]),
  filtered: reply([], { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }),
  truncated: reply([message([{ type: 'output_text', text: 'For small teams,', annotations: [] }])], {
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
  }),
  failed: { object: 'response', status: 'failed', error: { message: 'The model is overloaded.' } },
  empty: reply([search]),
};
