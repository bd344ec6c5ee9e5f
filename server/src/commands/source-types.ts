import { z } from 'zod';
import { isSourceDomain } from '../analyze/sources/classify.ts';
import { RULED_TYPES, type RuledType } from '../analyze/sources/types.ts';
import { readJson } from './read-json.ts';

const typeFile = z.record(z.string(), z.enum(RULED_TYPES)).superRefine((types, context) => {
  for (const domain of Object.keys(types).filter((one) => !isSourceDomain(one))) {
    const message = 'must be a registrable domain such as acme.io, in lower case';
    context.addIssue({ code: 'custom', path: [domain], message });
  }
});

/** The types that the operator sets for domains, for all workspaces. */
export function readSourceTypes(path: string | undefined): Record<string, RuledType> {
  return readJson('SOURCE_TYPES_FILE', path, typeFile) ?? {};
}
