/**
 * The keyword without a leading "best" or "top 10", which people type in searches but not inside a question: "Which crm
 * would you recommend?" is natural, "Which best crm would you recommend?" is not.
 */
export function withoutSuperlative(keyword: string): string {
  const text = keyword.trim();
  if (NAMES_THAT_BEGIN_SO.test(text)) return text;
  const rest = text.replace(SUPERLATIVE, '').trim();
  // A keyword that consists only of such a word is kept.
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** Where "best" and "top" are part of the product's name. */
const NAMES_THAT_BEGIN_SO =
  /^(?:best[\s-](?:buy|man|western|before|in[\s-]class|of[\s-]breed)|top[\s-](?:coat|down|end|gear|gun|hat|hats|load|loader|loading|level|secret|shelf|soil|up))(?!\p{L})/iu;

/** In the ten languages of the panels: an article, the word in all its endings, and a number. */
const SUPERLATIVE = new RegExp(
  `^(?:(?:${[
    '(?:the\\s+)?(?:very\\s+)?best(?:[\\s-]rated)?',
    '(?:the\\s+|die\\s+|der\\s+|das\\s+|de\\s+|le\\s+|les\\s+|los\\s+|las\\s+|i\\s+|os\\s+|as\\s+)?top(?:[\\s-]rated)?',
    '(?:die\\s+|der\\s+|das\\s+|de\\s+|het\\s+)?beste[nrs]?',
    '(?:le\\s+|la\\s+|les\\s+)?meilleure?s?',
    '(?:el\\s+|la\\s+|los\\s+|las\\s+)?mejor(?:es)?',
    '(?:il\\s+|la\\s+|i\\s+|gli\\s+|le\\s+)?miglior[ei]?',
    '(?:o\\s+|a\\s+|os\\s+|as\\s+)?melhor(?:es)?',
    'najlepsz(?:y|a|e|ego|ej|ych)',
  ].join('|')})(?:\\s+\\d{1,3})?\\s+|(?:最好的|最佳的?|おすすめの|人気の))`,
  'iu',
);
