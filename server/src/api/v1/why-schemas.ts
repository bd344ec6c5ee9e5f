import { z } from 'zod';

const percent = z.int().min(0).max(100);
const interval = z.tuple([z.int(), z.int()]);

const comparedShare = {
  k1: z.int().describe('`k1` of `n1` answers before, `k2` of `n2` now.'),
  n1: z.int(),
  k2: z.int(),
  n2: z.int(),
  previous_share: percent.describe('Percent of answers, each prompt with the same weight.'),
  new_share: percent,
  previous_interval: interval.describe('95% interval.'),
  new_interval: interval,
  points: z.int(),
  points_interval: interval,
  p: z.number(),
  adjusted_p: z.number().describe('Corrected for all rows that were compared (Holm). 1 with fewer than 20 answers.'),
  change: z.enum(['rose', 'fell', 'no_clear_change']).describe('`rose` and `fell` only if `adjusted_p` is below 0.05.'),
  answer_ids: z
    .array(z.string())
    .describe('The newest answers that contain it, of the period with the larger share. At most 5.'),
};

const shareExample = {
  k1: 21,
  n1: 480,
  k2: 14,
  n2: 40,
  previous_share: 4,
  new_share: 35,
  previous_interval: [3, 7],
  new_interval: [21, 52],
  points: 31,
  points_interval: [16, 48],
  p: 0.0001,
  adjusted_p: 0.0004,
  change: 'rose',
  answer_ids: ['ans_01kab3v7c0e4m8s2w6y1t5r9xz'],
};

const differingAnswer = z
  .strictObject({
    period: z.enum(['before', 'now']),
    answer_id: z.string(),
    platform: z.string(),
    prompt: z.string(),
    asked_at: z.string(),
    is_mentioned: z.boolean().describe('Whether it mentions the brand whose score changed.'),
    brands: z.array(z.string()).describe('The tracked brands it mentions, by position.'),
    sentence: z.string().describe('The sentence that mentions the brand, or the one with the brand mentioned instead.'),
    lead: z.string().describe('The text before the sentence.'),
    rest: z.string().describe('The text after it.'),
  })
  .meta({
    id: 'DifferingAnswer',
    description: 'One of two answers that differ in whether they mention the brand.',
    example: {
      period: 'before',
      answer_id: 'ans_01kab3v7c0e4m8s2w6y1t5r9xz',
      platform: 'chatgpt',
      prompt: 'Which project boards are good for small teams?',
      asked_at: '2026-11-04T08:12:00Z',
      is_mentioned: true,
      brands: ['Heron Board'],
      sentence: 'Heron Board is a good choice for small teams.',
      lead: 'There are several options.',
      rest: '',
    },
  });

/** What else changed together with a score. */
export const changeReasons = z
  .strictObject({
    summary: z.array(z.string()).describe('What was found, in sentences.'),
    prompts: z.array(z.strictObject({ prompt_id: z.string(), prompt: z.string(), ...comparedShare })),
    brands: z
      .array(z.strictObject({ competitor_id: z.string(), name: z.string(), ...comparedShare }))
      .describe('The other tracked brands in the same answers. Your own has the id `brand`.'),
    sources: z
      .array(z.strictObject({ domain: z.string(), owner: z.enum(['own', 'competitor', 'other']), ...comparedShare }))
      .describe('Domains that changed clearly, or the five that changed most.'),
    sources_compared: z.int(),
    examples: z
      .array(differingAnswer)
      .describe('Two answers that differ: one mentions the brand, the other does not. Empty if there are none.'),
  })
  .meta({
    id: 'ChangeReasons',
    description: 'What else changed together with a score.',
    example: {
      summary: ['Aplomb is mentioned more (4% → 35% of answers) (3 compared).'],
      prompts: [],
      brands: [{ competitor_id: 'cmp_01kab3v7c0f5n9t3x7z2v6s0ya', name: 'Aplomb', ...shareExample }],
      sources: [],
      sources_compared: 0,
      examples: [differingAnswer.meta()?.example],
    },
  });
