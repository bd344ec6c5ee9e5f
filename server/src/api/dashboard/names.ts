import { z } from 'zod';
import type { Alias } from '../../analyze/subject.ts';
import type { NamedBrand } from '../../store/workspaces/readings.ts';
import { domainField, nameField } from '../../subject/names.ts';
import type { shownBrand } from './contract/brand.ts';

const words = z.array(z.string().trim().min(1).max(200)).max(50);

const aliasField = z
  .strictObject({
    text: z.string().trim().min(1).max(100),
    case: z.enum(['smart', 'exact', 'insensitive']).default('smart'),
    require_any: words.default([]),
    exclude_any: words.default([]),
  })
  .transform(
    ({ text, case: rule, require_any: requireAny, exclude_any: excludeAny }): Alias => ({
      text,
      ...(rule !== 'smart' && { case: rule }),
      ...(requireAny.length > 0 && { requireAny }),
      ...(excludeAny.length > 0 && { excludeAny }),
    }),
  );

const unique = (domains: string[]) => [...new Set(domains)];

/** A brand as the dashboard sends it. The aliases need not include the name. */
export const brandFields = {
  name: nameField,
  aliases: z.array(aliasField).max(50).default([]),
  domains: z.array(domainField).max(50).default([]).transform(unique),
};

/** Every alias with its rule. Includes the name only if its rule is not the default. */
export function showBrand({ name, aliases, domains }: NamedBrand): z.output<typeof shownBrand> {
  const isPlainName = (alias: Alias) =>
    alias.text === name && !alias.case && !alias.requireAny?.length && !alias.excludeAny?.length;
  return {
    name,
    aliases: aliases
      .filter((alias) => !isPlainName(alias))
      .map((alias) => ({
        text: alias.text,
        case: alias.case ?? 'smart',
        require_any: alias.requireAny ?? [],
        exclude_any: alias.excludeAny ?? [],
      })),
    domains,
  };
}
