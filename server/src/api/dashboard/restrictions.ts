import { z } from 'zod';
import { domainRuleProblem } from '../../access/domain-list.ts';
import { ipRuleProblem } from '../../access/ip-list.ts';

const MOST_RULES = 50;

/** The fields shared by new keys and OAuth clients. */
export const holderName = z.string().trim().min(1).max(100);
export const holderMode = z.enum(['live', 'test']);
export const holderScopes = z
  .array(z.enum(['read', 'write']))
  .min(1)
  .transform((scopes) => [...new Set(scopes)]);
export const allowedIps = rules(ipRuleProblem);
export const allowedDomains = rules(domainRuleProblem);

function rules(problemOf: (text: string) => string | undefined) {
  const rule = z
    .string()
    .trim()
    .superRefine((text, context) => {
      const problem = problemOf(text);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    });
  return z
    .array(rule)
    .max(MOST_RULES)
    .transform((list) => [...new Set(list)]);
}
