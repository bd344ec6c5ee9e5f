/** The required case of an alias: `smart` requires a leading capital if the alias has one. */
export type CaseRule = 'smart' | 'exact' | 'insensitive';

export interface Alias {
  text: string;
  case?: CaseRule;
  /** One of these words must be in the same sentence. */
  requireAny?: string[];
  /** None of these words may be in the same sentence. */
  excludeAny?: string[];
}

export interface Brand {
  /** `brand` for the own brand, otherwise the competitor's id. */
  id: string;
  aliases: Alias[];
  /** Registrable or host names: `acme.io` covers `www.acme.io` and `docs.acme.io`. */
  domains: string[];
}

/** The brand to measure, and its competitors. */
export interface Subject {
  brand: Brand;
  competitors: Brand[];
}
