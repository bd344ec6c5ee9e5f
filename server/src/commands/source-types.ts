import { z } from 'zod';
import { isSourceDomain } from '../analyze/sources/classify.ts';
import { RULED_TYPES, type RuledType } from '../analyze/sources/types.ts';
import { readJson } from './read-json.ts';

const domain = z.string().refine(isSourceDomain, 'must be a registrable domain such as acme.io, in lower case');
const typeFile = z.record(domain, z.enum(RULED_TYPES));

/** The types that the operator sets for domains, for all workspaces. */
export function readSourceTypes(path: string | undefined): Record<string, RuledType> {
  return readJson('SOURCE_TYPES_FILE', path, typeFile) ?? {};
}
