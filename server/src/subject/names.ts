import { z } from 'zod';
import { foldText } from '../analyze/fold.ts';
import { isOwnable } from '../analyze/owners.ts';
import { validateAlias } from '../analyze/validate-alias.ts';
import { tidiedText } from '../base/tidy.ts';
import type { NamedBrand, NamedSubject } from '../store/workspaces/readings.ts';

export const MOST_COMPETITORS = 50;

export const nameField = tidiedText({ least: 2, most: 100 });

export const domainField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9.-]+\.[a-z][a-z0-9-]+$/, { error: 'must be a domain such as acme.io', abort: true })
  .refine(isOwnable, 'must not be a public suffix such as co.uk: enter a domain such as acme.io')
  .transform((host) => host.replace(/^www\./, ''));

/** The name itself always counts as an alias. */
export function withName(named: NamedBrand): NamedBrand {
  const isListed = named.aliases.some(({ text }) => text === named.name);
  return isListed ? named : { ...named, aliases: [{ text: named.name }, ...named.aliases] };
}

/** Errors and warnings about a brand's aliases. */
export function adviceOn({ aliases }: NamedBrand): { text: string; error?: string; warning?: string }[] {
  return aliases.map((one) => ({ text: one.text, ...validateAlias(one) }));
}

/** The tracked brand that already has this name, ignoring spaces, hyphens and case. */
export function ownerOfName(subject: NamedSubject, text: string): NamedBrand | undefined {
  const wanted = sameName(text);
  return [subject.brand, ...subject.competitors].find(({ name, aliases }) =>
    [name, ...aliases.map((one) => one.text)].some((known) => sameName(known) === wanted),
  );
}

export function ownerOfDomain(subject: NamedSubject, wanted: string): NamedBrand | undefined {
  return [subject.brand, ...subject.competitors].find(({ domains }) => domains.includes(wanted));
}

/** Equal for all spellings of a name that the analysis treats as the same. */
export function sameName(text: string): string {
  return foldText(text).replace(/[\s-]+/g, '');
}
