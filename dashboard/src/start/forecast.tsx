import { Text } from '@mantine/core';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { Estimate } from '../api/platforms.ts';
import { formatCount, formatNumber } from '../base/format.ts';
import { useRead } from '../base/use-read.ts';
import { type Draft, keywordsOf, toBeginning } from './draft.ts';
import classes from './start.module.css';

const PROMPTS = 5;
const NO_LIMITS = { daily_cap_usd: null, monthly_cap_usd: null };

/** The prompts of the first keywords, as the server will save them. */
export function PromptPreview({ draft }: { draft: Draft }) {
  // The limits do not change the prompts.
  const body = { ...toBeginning(draft, { isDryRun: true }), budget: NO_LIMITS };
  const { data } = useRead('POST /:mode/start', { body, staleTime: 'static' });
  const others = keywordsOf(draft).length - (data?.previews.length ?? 0);
  return (
    <div className={classes.previews}>
      {data?.previews.map(({ keyword, prompts }, place) => (
        <details key={keyword} open={place === 0}>
          <summary>
            {formatCount(prompts.length, 'prompt')} for “<bdi>{keyword}</bdi>”
          </summary>
          <ol>
            {prompts.map((prompt) => (
              <li key={prompt}>
                <bdi>{prompt}</bdi>
              </li>
            ))}
          </ol>
        </details>
      ))}
      {data && others > 0 && (
        <Text size="sm" c="dimmed">
          {formatCount(others, 'more keyword')} with prompts of the same form. You can edit prompts later.
        </Text>
      )}
    </div>
  );
}

/** When scores can be relied on, from the answers planned per week. */
export function Forecast({ estimate: { prompts, platforms } }: { estimate: Estimate }) {
  const keyed = platforms.filter(({ key }) => key !== 'none').length;
  const perPlatform = Math.round(((platforms[0]?.questions_per_week ?? 0) * PROMPTS) / Math.max(1, prompts));
  if (perPlatform === 0) return null;
  const answers = perPlatform * Math.max(1, keyed);
  const days = Math.ceil((7 * LEAST_ANSWERS) / answers);
  return (
    <Text>
      {keyed === 0 ? 'Per platform with a key, each' : 'Each'} keyword gets about {formatNumber(answers)} answers a
      week. It shows a score after {formatCount(days, 'day')} ({LEAST_ANSWERS} answers). After 7 days, the 95% interval
      is about ±{halfWidth(answers)} points. Changes are tested once two full weeks have passed.
    </Text>
  );
}

/** At a score of 50, where it is widest, in points. */
function halfWidth(answers: number): number {
  return Math.round(100 * 1.96 * Math.sqrt(0.25 / answers));
}
