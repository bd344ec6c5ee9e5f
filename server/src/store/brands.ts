import type { Alias, Brand, Subject } from '../analyze/subject.ts';
import { type Db, sql, type Transaction } from './db.ts';

/** The id of a workspace's own brand; competitors have ids of their own. */
export const OWN_BRAND = 'brand';

export interface NamedBrand extends Brand {
  name: string;
}

/** Whose visibility a workspace measures. Undefined until its brand has been named. */
export async function loadSubject(db: Db | Transaction, workspaceId: string): Promise<Subject | undefined> {
  const brands = await loadBrands(db, workspaceId);
  const brand = brands.find(({ id }) => id === OWN_BRAND);
  return brand && { brand, competitors: brands.filter(({ id }) => id !== OWN_BRAND) };
}

export async function loadBrands(db: Db | Transaction, workspaceId: string): Promise<NamedBrand[]> {
  const rows = await db.query<BrandRow>(
    sql`select brand_id, name, aliases, domains
        from brands
        where workspace_id = ${workspaceId}
        order by created_at, brand_id`,
  );
  return rows.map((row) => ({ id: row.brand_id, name: row.name, aliases: row.aliases, domains: row.domains }));
}

export async function saveBrand(
  tx: Transaction,
  workspaceId: string,
  { brand, now }: { brand: NamedBrand; now: Date },
): Promise<void> {
  await tx.query(
    sql`insert into brands as b (workspace_id, brand_id, name, aliases, domains, created_at, updated_at)
        values (${workspaceId}, ${brand.id}, ${brand.name}, ${JSON.stringify(brand.aliases)}, ${brand.domains}, ${now}, ${now})
        on conflict (workspace_id, brand_id) do update
        set name = excluded.name,
            aliases = excluded.aliases,
            domains = excluded.domains,
            updated_at = excluded.updated_at`,
  );
}

interface BrandRow {
  brand_id: string;
  name: string;
  aliases: Alias[];
  domains: string[];
}
