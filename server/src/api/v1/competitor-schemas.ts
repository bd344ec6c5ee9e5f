import { z } from 'zod';
import { LONGEST_NAME } from '../../analyze/aliases.ts';
import { domainField, nameField } from '../../subject/names.ts';
import * as schemas from './schemas.ts';

const score = z.int().min(0).max(100);

/** What counts is checked with all other names; this keeps out what is far too long for one. */
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
    domain: z.string().nullable().describe('The first of its domains; null when none was given.'),
    visibility_score: score.describe(
      'Over all keywords every answer weighs the same. 0 also while nothing is measured.',
    ),
    share_of_voice: score
      .nullable()
      .describe('Percent of all times a tracked brand was named, the own brand included; null when nobody was.'),
    mentions: z.int().min(0),
    citations: z.int().min(0),
    platforms: z.record(z.string(), score),
    trend: z.string().regex(/^[+-]\d+%$/),
    updated_at: schemas.timestamp,
    sample_size: z.int().min(0).optional().describe('Valid answers behind the numbers: 0 while nothing is measured.'),
    interval: z.tuple([score, score]).optional(),
    share_of_voice_interval: z.tuple([score, score]).nullish(),
    metric_version: z.int().optional(),
    aliases: z
      .array(shownAlias)
      .optional()
      .describe('With `include=names`: other names it goes by. Its own name always counts, too.'),
    domains: z.array(z.string()).optional().describe('With `include=names`: further domains of it.'),
  })
  .meta({
    id: 'Competitor',
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

const aliases = z.array(alias).max(50);
const domains = z.array(domainField).max(50);

export const newCompetitor = z
  .strictObject({
    name: nameField,
    domain: domainField.nullish().describe('Its main domain: pages there count as its citations.'),
    aliases: aliases.default([]).describe('Other names it goes by.'),
    domains: domains.default([]).describe('Further domains of it.'),
  })
  .meta({
    id: 'NewCompetitor',
    example: { name: 'Trackmill', domain: 'trackmill.example', aliases: ['Trackmill Pro'] },
  });

export const competitorChange = z
  .strictObject({
    name: nameField.optional().describe('Its former name stays among the aliases, unless these are given too.'),
    domain: domainField.nullish().describe('Its main domain; null: none.'),
    aliases: aliases.optional().describe('All other names it goes by, in place of those it has.'),
    domains: domains.optional().describe('All further domains, in place of those it has.'),
  })
  .refine((change) => Object.keys(change).length > 0, 'Say what to change: name, domain, aliases or domains')
  .meta({ id: 'CompetitorChange', example: { name: 'Aplomb Suite', domains: ['aplomb-suite.example'] } });
