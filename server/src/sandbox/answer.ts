import { analyze, type Findings, prepareSubject } from '../analyze/analyze.ts';
import type { Subject } from '../analyze/subject.ts';
import { type SimulatedQuestion, type SimulatedReply, simulatedAnswer } from '../collect/simulated.ts';
import { sandboxWorld } from './world.ts';

/** What the answers of a sandbox and their findings depend on, besides the questions. */
export interface Respondent {
  seed: string;
  subject: Subject;
}

export type AnalyzedReply = SimulatedReply & { findings: Findings };

/** Answers questions from a simulated world and analyzes the answers. */
export function openRespondent({ seed, subject }: Respondent): (question: SimulatedQuestion) => AnalyzedReply {
  const world = sandboxWorld(seed);
  const reader = prepareSubject(subject);
  return (question) => {
    const reply = simulatedAnswer(world, question);
    return { ...reply, findings: analyze(reply.answer, reader) };
  };
}
