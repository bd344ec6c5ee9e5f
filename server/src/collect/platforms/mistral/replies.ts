const search = { type: 'tool.execution', name: 'web_search', arguments: '{"query":"best kanban tools"}' };
const text = (words: string) => ({ type: 'text', text: words });
const reference = (url: string, title: string) => ({ type: 'tool_reference', tool: 'web_search', url, title });

function reply(content: unknown, entries: object[] = [search]) {
  const message = { type: 'message.output', role: 'assistant', model: 'mistral-medium-3-5', content };
  return {
    object: 'conversation.response',
    conversation_id: 'conv_1',
    outputs: [...entries, message],
    usage: { prompt_tokens: 200, completion_tokens: 400, connector_tokens: 7_800, connectors: { web_search: 1 } },
  };
}

export const MISTRAL = {
  cited: reply([
    { type: 'thinking', thinking: [text('Nimbus?')] },
    text('Acme suits small teams.'),
    reference('https://acme.io/', 'Acme'),
    reference('https://list.example/kanban', 'Ten boards'),
    text(' Zento costs less.'),
    reference('https://zento.example/', 'Zento'),
  ]),
  fromMemory: { ...reply('Acme.', []), usage: { prompt_tokens: 20, completion_tokens: 5 } },
  empty: reply([]),
};
