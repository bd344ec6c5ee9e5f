import { z } from 'zod';
import { LONGEST_NAME } from '../../analyze/aliases.ts';
import { domainField, nameField } from '../../subject/names.ts';
import * as schemas from './schemas.ts';

const score = z.int().min(0).max(100);

/** Aliases are validated together with all other names. This limit only rejects texts that are far too long. */
const aliasText = z.string().min(1).max(LONGEST_NAME);
const aliasFields = {
  text: aliasText,
  case: z.enum(['smart', 'exact', 'insensitive']).optional(),
  require_any: z.array(z.string().max(200)).max(50).optional(),
  exclude_any: z.array(z.string().max(200)).max(50).optional(),
};
const shownAlias = z.strictObject(aliasFields);

export const competitor = z
  .strictObject({
    competitor_id: z.string(),
    name: z.string(),
    domain: z.string().nullable().describe('The first of its domains, or null without one.'),
    visibility_score: score.describe('Over all keywords, all answers are weighted equally. 0 without data.'),
    share_of_voice: score
      .nullable()
      .describe('Percent of all tracked brand mentions, your own brand included. Null without any mention.'),
    mentions: z.int().min(0),
    citations: z.int().min(0),
    platforms: z.record(z.string(), score),
    trend: z.string().regex(/^[+-]\d+%$/),
    updated_at: schemas.timestamp,
    sample_size: z.int().min(0).optional().describe('Valid answers behind the scores. 0 without data.'),
    interval: z.tuple([score, score]).optional(),
    share_of_voice_interval: z.tuple([score, score]).nullish(),
    metric_version: z.int().optional(),
    aliases: z
      .array(shownAlias)
      .optional()
      .describe('Only with `include=names`: its aliases. Its name always counts, too.'),
    domains: z.array(z.string()).optional().describe('Only with `include=names`: its additional domains.'),
  })
  .meta({
    id: 'Competitor',
    description: 'A tracked competitor. Covers all keywords unless you filter by one.',
    example: {
      competitor_id: 'cmp_01kc3v9d8q5x2m7r4w6y1z0a3b',
      name: 'Aplomb',
      domain: 'aplomb.example',
      visibility_score: 58,
      share_of_voice: 29,
      mentions: 1074,
      citations: 213,
      platforms: { chatgpt: 61, claude: 55, gemini: 57, perplexity: 59 },
      trend: '+4%',
      updated_at: '2026-01-31T12:00:00Z',
    },
  });

const alias = z.union(
  [
    aliasText.transform((text) => ({ text })),
    z.strictObject(aliasFields).transform(({ text, case: rule, require_any: requireAny, exclude_any: excludeAny }) => ({
      text,
      ...(rule && { case: rule }),
      ...(requireAny && { requireAny }),
      ...(excludeAny && { excludeAny }),
    })),
  ],
  {
    error:
      'must be a text, or an object with text and optionally case (smart, exact or insensitive), require_any and exclude_any',
  },
);

export const aliases = z.array(alias).max(50);
export const domains = z.array(domainField).max(50);

export const newCompetitor = z
  .strictObject({
    name: nameField,
    domain: domainField.nullish().describe('Its main domain. Citations of its pages count for the competitor.'),
    aliases: aliases.default([]).describe('Its aliases.'),
    domains: domains.default([]).describe('Its additional domains.'),
  })
  .meta({
    id: 'NewCompetitor',
    description: 'A competitor to track.',
    example: { name: 'Trackmill', domain: 'trackmill.example', aliases: ['Trackmill Pro'] },
  });

export const competitorChange = z
  .strictObject({
    name: nameField.optional().describe('The former name is kept as an alias, unless you also set `aliases`.'),
    domain: domainField.nullish().describe('Its main domain; null for none.'),
    aliases: aliases.optional().describe('Replaces all aliases.'),
    domains: domains.optional().describe('Replaces all additional domains.'),
  })
  .refine((change) => Object.keys(change).length > 0, 'Set at least one of name, domain, aliases and domains')
  .meta({
    id: 'CompetitorChange',
    description: 'Changes to a competitor. A list replaces the existing one.',
    example: { name: 'Aplomb Suite', domains: ['aplomb-suite.example'] },
  });
