/** A sentence of an answer, in order. */
export interface CitedSentence {
  /** Without citation markers. */
  text: string;
  /** The sources its markers point at, counted from 1; a number outside the list is dangling and earns nothing. */
  sources: number[];
}

/**
 * The optional metric `citation_impression`: what part of the cited text each of `sourceCount` sources carries, earlier
 * sentences weighing more. Position-adjusted word count after the GEO paper (arXiv:2311.09735) as its published code
 * does it: words of more than two characters, weight e^(−i/(N−1)), a sentence shared equally by its markers.
 * All 0 when nothing is cited, where that code answers 1/n.
 */
export function citationImpression(sentences: readonly CitedSentence[], sourceCount: number): number[] {
  const earned = new Array<number>(sourceCount).fill(0);
  sentences.forEach(({ text, sources }, index) => {
    const weight = Math.exp(-index / Math.max(1, sentences.length - 1));
    for (const source of sources) {
      const before = earned[source - 1];
      if (before !== undefined) earned[source - 1] = before + (countWords(text) * weight) / sources.length;
    }
  });
  const all = earned.reduce((sum, value) => sum + value, 0);
  return all === 0 ? earned : earned.map((value) => value / all);
}

function countWords(text: string): number {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  return words.filter((word) => [...word].length > 2).length;
}
