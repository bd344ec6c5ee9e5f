import { own } from '../base/own.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { isQuestion, type PanelLanguage } from './panel.ts';
import type { Answer } from './platform.ts';
import { compose } from './simulated/compose.ts';
import { chance, pick } from './simulated/dice.ts';
import { gapIn, pageOfGap } from './simulated/gaps.ts';
import { answerLanguage } from './simulated/language.ts';
import { requestedModel, servedModel } from './simulated/models.ts';
import { PHRASES } from './simulated/phrases.ts';
import { setScene } from './simulated/scene.ts';
import { drawNamed } from './simulated/truth.ts';
import type { SimulatedQuestion, SimulatedReply, World } from './simulated/world.ts';

export type {
  PlantedGap,
  Publisher,
  SimulatedBrand,
  SimulatedQuestion,
  SimulatedReply,
  Story,
  Topic,
  World,
} from './simulated/world.ts';

const FAILED = 0.015;
const REFUSED = 0.01;
const FAILURES = ['timeout', 'timeout', 'http_503', 'http_429', 'empty'];

/** A simulated platform's answer: always the same for the same question. */
export function simulatedAnswer(world: World, question: SimulatedQuestion): SimulatedReply {
  const { keyword, prompt, platform, day, repetition } = question;
  const random = seededRandom([world.seed, keyword, prompt, platform, day, repetition].join('\n'));
  const fate = random();
  if (fate < FAILED) return failure(random, question);
  const language = answerLanguage(keyword, prompt);
  if (fate < FAILED + REFUSED) {
    const text = pick(random, PHRASES[language].refusals);
    return { status: 'refused', reason: 'refusal', answer: { ...blank(question), text, searched: false } };
  }
  const searched = didSearch(random, world, question);
  const gap = gapIn(world, question);
  const used = gap?.isUsed ? gap.gap : undefined;
  const cast = { language, searched, ...drawNamed(random, world, { ...question, gap }) };
  const pushed = used ? pageOfGap(random, used, keyword) : [];
  const draft = compose(setScene(random, world, { question, ...cast }), pushed);
  return {
    status: 'valid',
    answer: {
      ...blank(question),
      text: draft.text + danglingMarker(random, platform, draft.retrieved.length),
      cited: [...draft.cited.values()],
      retrieved: draft.retrieved,
      queries: searched
        ? [...searches(random, keyword, language), ...(used?.kind === 'query' ? [used.source] : [])]
        : [],
      searched,
      usage: { inputTokens: Math.ceil(prompt.length / 4), outputTokens: Math.ceil(draft.text.length / 4) },
    },
  };
}

function searches(random: Random, keyword: string, language: PanelLanguage): string[] {
  if (isQuestion(keyword)) return [keyword];
  const count = 1 + Math.floor(random() * 3);
  return PHRASES[language].queries.slice(0, count).map((query) => query.replace('{keyword}', () => keyword));
}

function failure(random: Random, question: SimulatedQuestion): SimulatedReply {
  return { status: 'failed', reason: pick(random, FAILURES), answer: { ...blank(question), stop: undefined } };
}

function blank({ platform, day }: SimulatedQuestion): Answer {
  return {
    text: '',
    cited: [],
    retrieved: [],
    queries: [],
    searched: undefined,
    model: servedModel({ platform, day }),
    requestedModel: requestedModel(platform),
    adapter: undefined,
    stop: own(STOPS, platform) ?? 'stop',
    usage: {},
    costUsd: 0,
    raw: undefined,
    problems: [],
  };
}

const STOPS: Record<string, string> = { chatgpt: 'completed', claude: 'end_turn', gemini: 'STOP', perplexity: 'stop' };

/** Gemini omits its grounding for days at a time. The others sometimes answer from memory. */
function didSearch(random: Random, world: World, { platform, day }: SimulatedQuestion): boolean | undefined {
  if (platform !== 'gemini') return chance(random, 0.96);
  const isDown = seededRandom(`${world.seed}|grounding|${Math.floor(day / 2)}`)() < 0.06;
  return isDown || chance(random, 0.03) ? undefined : true;
}

/** A marker that refers to nothing, as Perplexity sometimes writes it. */
function danglingMarker(random: Random, platform: string, pages: number): string {
  return platform === 'perplexity' && pages > 0 && chance(random, 0.02) ? `[${pages + 2}]` : '';
}
