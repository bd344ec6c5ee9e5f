import { baseOf, type LivePlatform, type PlatformSettings, readReply, toAnswer } from '../../live-platform.ts';
import { priceOf } from '../../prices.ts';
import { isResponse } from '../../responses.ts';
import type { Transport } from '../../transport.ts';
import { AGENT, agentRequest, readAgent } from './agent.ts';

const ID = 'perplexity';
/** Named, not a preset: Perplexity decides which vendor's model serves a preset. Checked on 2026-11-17. */
const DEFAULT_MODEL = 'perplexity/sonar';

export function perplexity(settings: PlatformSettings, transport: Transport): LivePlatform {
  const { apiKey, prices } = settings;
  const model = agentModel(settings.model ?? DEFAULT_MODEL);
  const url = `${baseOf(settings, 'https://api.perplexity.ai').replace(/\/v1$/, '')}/v1/agent`;
  const headers = { authorization: `Bearer ${apiKey}` };
  const send = async (request: object, signal: AbortSignal) =>
    (await transport.post(ID, url, { headers, body: JSON.stringify(request), signal })).body;
  return {
    id: ID,
    model,
    price: priceOf(ID, model, prices),
    // The list of models is public. A question without content is rejected for free, after the key was checked.
    keyProbe: { method: 'POST', url, headers, body: JSON.stringify({ model }) },
    async ask(prompt, options) {
      const raw = await send(agentRequest(model, prompt, options.country), options.signal);
      const reply = readReply(ID, raw, isResponse);
      return toAnswer({ ...readAgent(reply), raw }, ID, { model, prices, shape: AGENT, replies: [reply] });
    },
  };
}

/** The Agent API has models of several vendors. A name without one is Perplexity's. */
function agentModel(model: string): string {
  return model.includes('/') ? model : `perplexity/${model}`;
}
