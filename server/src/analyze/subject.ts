/** How an alias must be written to count: `smart` asks for a leading capital where the alias has one. */
export type CaseRule = 'smart' | 'exact' | 'insensitive';

export interface Alias {
  text: string;
  case?: CaseRule;
  /** One of these words must stand in the same sentence. */
  requireAny?: string[];
  /** None of these words may stand in the same sentence. */
  excludeAny?: string[];
}

export interface Brand {
  /** `brand` for the own brand, the competitor's id otherwise. */
  id: string;
  aliases: Alias[];
  /** Registrable or host names: `acme.io` covers `www.acme.io` and `docs.acme.io`. */
  domains: string[];
}

/** Whose visibility is measured, and against whom. */
export interface Subject {
  brand: Brand;
  competitors: Brand[];
}
