import { themesOf, wordsOfNames } from '../analyze/themes.ts';
import { own } from '../base/own.ts';
import type { MentionFilter } from '../store/answers/mentions.ts';
import { type CountedSentence, countSentences } from '../store/answers/sentences.ts';
import type { Db } from '../store/db.ts';
import { loadReading } from '../store/workspaces/readings.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';

/** A noun phrase of the sentences that mention the own brand. */
interface Theme extends Omit<CountedSentence, 'sentence'> {
  theme: string;
  /** The most frequent sentence with it. */
  example: string;
}

const MOST_SENTENCES = 5_000;

/** The themes of at least two answers, most frequent first, and the number of answers they are counted in. */
export async function readThemes(
  db: Db,
  workspaceId: string,
  filter: MentionFilter,
): Promise<{ themes: Theme[]; sampleSize: number }> {
  const [{ sentences }, names] = await Promise.all([
    countSentences(db, workspaceId, { filter, page: { page: 1, perPage: MOST_SENTENCES } }),
    trackedNames(db, workspaceId),
  ]);
  const themes = new Map<string, Theme>();
  for (const sentence of sentences) {
    for (const theme of themesOf(sentence.sentence, names))
      themes.set(theme, added(themes.get(theme), theme, sentence));
  }
  return {
    themes: [...themes.values()]
      .filter(({ answers }) => answers > 1)
      .sort((a, b) => b.answers - a.answers || a.theme.localeCompare(b.theme, 'en')),
    sampleSize: sentences.reduce((sum, { answers }) => sum + answers, 0),
  };
}

async function trackedNames(db: Db, workspaceId: string): Promise<Set<string>> {
  const workspace = await findWorkspace(db, workspaceId);
  const subject = workspace && (await loadReading(db, workspaceId, workspace.reading));
  const brands = subject ? [subject.brand, ...subject.competitors] : [];
  return wordsOfNames(brands.flatMap(({ name, aliases }) => [name, ...aliases.map(({ text }) => text)]));
}

function added(theme: Theme | undefined, name: string, { sentence, ...counts }: CountedSentence): Theme {
  if (!theme) return { theme: name, example: sentence, ...counts, platforms: { ...counts.platforms } };
  for (const [platform, answers] of Object.entries(counts.platforms)) {
    theme.platforms[platform] = (own(theme.platforms, platform) ?? 0) + answers;
  }
  if (counts.lastDetectedAt > theme.lastDetectedAt) {
    theme.lastDetectedAt = counts.lastDetectedAt;
    theme.answerId = counts.answerId;
  }
  if (counts.firstDetectedAt < theme.firstDetectedAt) theme.firstDetectedAt = counts.firstDetectedAt;
  theme.answers += counts.answers;
  theme.positive += counts.positive;
  theme.negative += counts.negative;
  return theme;
}
