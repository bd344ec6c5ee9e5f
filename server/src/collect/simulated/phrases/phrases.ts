/** The building blocks of an answer in one language. No sentence holds a product's name except where marked. */
export interface Phrases {
  /** Between sentences: a space, or nothing in scripts without spaces. */
  space: string;
  comma: string;
  and: string;
  /** Between a name and what is said of it in a list. */
  dash: string;
  /** May hold `{keyword}`. */
  openings: string[];
  howToOpenings: string[];
  /** Whole sentences, each holding `{name}` once. */
  good: string[];
  plain: string[];
  bad: string[];
  /** What stands after a name in a list, without repeating it. */
  traits: string[];
  advice: string[];
  steps: [head: string, text: string][];
  /** Each holds `{names}`. */
  also: string[];
  closings: string[];
  /** Sentences holding `{url}` or `{file}`: places where a name does not count. */
  asides: string[];
  headings: { options: string; comparison: string; choosing: string; steps: string };
  columns: [product: string, strength: string, price: string];
  strengths: string[];
  prices: string[];
  /** Titles of pages; `{keyword}` is filled in. */
  titles: string[];
  queries: string[];
  refusals: string[];
}
