import type { EventData, EventType } from '@visibility/sdk';
import { isOwnCited, type RecordedAnswer } from '../store/answers/answers.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';

/** An event before it has an id. */
export type NewEvent = {
  [Type in EventType]: {
    type: Type;
    data: EventData[Type];
    /** Identifies the fact. Each fact is published once, even if it is found several times. */
    fact: string;
    /** What the event is based on, as its evidence. */
    evidence: object;
  };
}[EventType];

/** `mention.new` and `citation.new`: one per keyword, platform and round, with the values of the first such answer. */
export function deriveEvents(answers: RecordedAnswer[]): NewEvent[] {
  const inOrder = [...answers].sort((a, b) => a.answer.askedAt.getTime() - b.answer.askedAt.getTime());
  const events = new Map<string, NewEvent>();
  for (const event of inOrder.flatMap((answer) => [...mentionsIn(answer), ...citationsIn(answer)])) {
    if (!events.has(event.fact)) events.set(event.fact, event);
  }
  return [...events.values()];
}

function mentionsIn(recorded: RecordedAnswer): NewEvent[] {
  return recorded.mentions
    .filter(({ brandId }) => brandId === OWN_BRAND)
    .map(({ position, sentiment, context }) => ({
      type: 'mention.new',
      data: { ...placeOf(recorded), position, sentiment, context },
      fact: factOf('mention.new', recorded),
      evidence: evidenceOf(recorded),
    }));
}

function citationsIn(recorded: RecordedAnswer): NewEvent[] {
  return recorded.citations.filter(isOwnCited).map((citation) => ({
    type: 'citation.new',
    data: {
      citation_id: citation.citationId,
      ...placeOf(recorded),
      url: citation.url,
      domain: citation.domain,
      title: citation.title ?? null,
      position: citation.position ?? null,
      context: citation.context ?? null,
    },
    fact: factOf('citation.new', recorded),
    evidence: evidenceOf(recorded),
  }));
}

function placeOf({ keyword, answer }: RecordedAnswer) {
  return { keyword_id: keyword.keywordId, keyword: keyword.keyword, platform: answer.platform };
}

function evidenceOf({ keyword, answer }: RecordedAnswer) {
  return { answer_ids: [answer.answerId], reading: keyword.reading };
}

function factOf(type: EventType, { keyword, answer, round }: RecordedAnswer): string {
  return `${type} ${keyword.keywordId} ${answer.platform} ${round}`;
}
