import { seededRandom } from '../base/random.ts';
import { deal, pick } from '../collect/simulated/dice.ts';
import { slug } from '../collect/simulated/pages.ts';
import type { PlantedGap, Story } from '../collect/simulated.ts';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const COMPETITORS = ['aplomb', 'weftly', 'cadent7', 'ecluse'];
const EACH = 4;

const DOMAINS = ['officedaily.example', 'stack-reviews.example', 'makers-forum.example', 'planningpost.example'];
const PAGES = [
  { address: 'toolreview.example/best/{slug}-shortlist', title: 'The best {keyword}' },
  { address: 'softwarecompass.example/compare/{slug}', title: '{keyword} compared' },
  { address: 'planners-forum.example/threads/{slug}', title: 'What do you use as {keyword}?' },
  { address: 'teamworkweekly.example/2026/03/{slug}', title: '{keyword}: what changed' },
];
const QUERIES = ['top rated {keyword}', '{keyword} for large teams', '{keyword} market leaders', '{keyword} awards'];

/** Gaps to find: four domains, pages and queries that mention a competitor and not the brand, other ones per seed. */
export function plantGaps(
  seed: string,
  { keywords, stories }: { keywords: string[]; stories: readonly Story[] },
): PlantedGap[] {
  const random = seededRandom(`${seed}|gaps`);
  const hasStory = (keyword: string, platform: string) =>
    stories.some((story) => story.keyword === keyword && story.platform === platform);
  // Gemini hides the addresses of pages behind redirects.
  const cells = keywords
    .map((keyword) => keyword.toLowerCase())
    .flatMap((keyword) => PLATFORMS.map((platform) => ({ keyword, platform })))
    .filter(({ keyword, platform }) => platform !== 'gemini' && !hasStory(keyword, platform));
  const nextCell = deal(random, cells);
  const plant = (gap: { kind: PlantedGap['kind']; source: string; title: string }): PlantedGap => {
    const { keyword, platform } = nextCell();
    const about = (text: string) => text.replace('{slug}', slug(keyword)).replace('{keyword}', () => keyword);
    const place = { keyword, platform, competitorId: pick(random, COMPETITORS), share: 0.3 + 0.2 * random() };
    return { ...place, kind: gap.kind, source: about(gap.source), title: about(gap.title) };
  };
  return Array.from({ length: EACH }, (_, i) => [
    plant({ kind: 'domain', source: `${DOMAINS[i]}`, title: 'A closer look at {keyword}' }),
    plant({ kind: 'page', source: `https://${PAGES[i]?.address}`, title: `${PAGES[i]?.title}` }),
    plant({ kind: 'query', source: `${QUERIES[i]}`, title: '' }),
  ]).flat();
}
