import { NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerLinesQuery } from '../api/answers.ts';
import type { PromptShare } from '../api/keyword.ts';
import { Filters, PlatformFilter } from '../base/filters.tsx';
import { formatCount, formatLongDay } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { Paging } from '../base/paging.tsx';
import { useNow } from '../base/session-context.ts';
import { ErrorState } from '../base/states.tsx';
import { readOneOf } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import { Chosen } from '../citations/chosen.tsx';
import { AnswerLines } from './answer-lines.tsx';
import classes from './keyword-page.module.css';
import { answerFilterOf, PER_PAGE, useKeywordView } from './keyword-view.ts';

const MENTIONED = [
  { label: 'All answers', value: '' },
  { label: 'Mentions you', value: 'yes' },
  { label: 'Doesn’t mention you', value: 'no' },
];
const STATUSES = [
  { label: 'Any status', value: '' },
  { label: 'Valid', value: 'valid' },
  { label: 'Doesn’t know you', value: 'unknown_to_platform' },
  { label: 'Cut off', value: 'truncated' },
  { label: 'Refused', value: 'refused' },
  { label: 'Failed', value: 'failed' },
];

/** The stored answers that all numbers on the page are based on. */
export function Answers({ prompts }: { prompts: PromptShare[] }) {
  return (
    <section className={`card ${classes.section}`} aria-labelledby="answers">
      <div className={classes.sectionHead}>
        <Title order={2} size="h3" id="answers">
          Answers
        </Title>
        <AnswerFilters prompts={prompts} />
      </div>
      <AnswerList />
    </section>
  );
}

function AnswerFilters({ prompts }: { prompts: PromptShare[] }) {
  const { view, change } = useKeywordView();
  const chosen = prompts.find(({ prompt_id }) => prompt_id === view.prompt);
  const source = view.domain ?? view.pageUrl ?? view.query;
  return (
    <Filters>
      {view.from && view.to && (
        <Chosen
          text={`${formatLongDay(view.from)} – ${formatLongDay(view.to)}`}
          action="show all answers in the range"
          onClear={() => change({ from: undefined, to: undefined })}
        />
      )}
      {view.prompt && (
        <Chosen
          text={visibleText(chosen?.text ?? 'One prompt')}
          action="show answers to all prompts"
          onClear={() => change({ prompt: undefined })}
        />
      )}
      {(source || view.gap) && (
        <Chosen
          text={source ?? 'Competitors only'}
          action="show answers with any source"
          onClear={() => change({ domain: undefined, pageUrl: undefined, query: undefined, gap: undefined })}
        />
      )}
      <PlatformFilter value={view.platform} onChange={(platform) => change({ platform })} />
      <NativeSelect
        aria-label="Mention"
        value={view.named ?? ''}
        onChange={({ currentTarget }) => change({ named: readOneOf(currentTarget.value, ['yes', 'no']) })}
        data={MENTIONED}
      />
      <NativeSelect
        aria-label="Status"
        value={view.status ?? ''}
        onChange={({ currentTarget }) =>
          change({
            status: readOneOf(currentTarget.value, ['valid', 'unknown_to_platform', 'truncated', 'refused', 'failed']),
          })
        }
        data={STATUSES}
      />
    </Filters>
  );
}

function AnswerList() {
  const { keywordId, view, change } = useKeywordView();
  const { page = 1 } = view;
  const filter = answerFilterOf(view, useNow());
  const { data, error, refetch, isPlaceholderData } = useQuery(answerLinesQuery(useMode(), keywordId, filter));
  if (!data) {
    if (error) return <ErrorState error={error} retry={refetch} />;
    return <Skeleton height={320} radius={8} role="status" aria-label="Loading answers" />;
  }
  const { total } = data.meta;
  if (total === 0) {
    return <Text c="dimmed">No matching answers. Choose a longer range or remove filters.</Text>;
  }
  return (
    <div aria-busy={isPlaceholderData}>
      <Text size="sm" c="dimmed" mb={6} role="status">
        {formatCount(total, 'answer')}, newest first
      </Text>
      <AnswerLines label="Answers, newest first" answers={data.data} />
      <Paging
        total={total}
        perPage={PER_PAGE}
        page={page}
        onPage={(next) => change({ page: next > 1 ? next : undefined })}
      />
    </div>
  );
}
