import { Text, Title } from '@mantine/core';
import type { PromptShare } from '../api/keyword.ts';
import { ChoiceFilter, Filters, PlatformFilter } from '../base/filters.tsx';
import { formatCount, formatLongDay } from '../base/format.ts';
import { Paging } from '../base/paging.tsx';
import { useNow } from '../base/session-context.ts';
import { Waiting } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { visibleText } from '../base/visible-text.ts';
import { Chosen } from '../citations/chosen.tsx';
import { AnswerLines } from './answer-lines.tsx';
import classes from './keyword-page.module.css';
import { answerFilterOf, PER_PAGE, useKeywordView } from './keyword-view.ts';

const MENTIONED = { yes: 'Mentions you', no: 'Doesn’t mention you' };
const STATUSES = {
  valid: 'Valid',
  unknown_to_platform: 'Doesn’t know you',
  truncated: 'Cut off',
  refused: 'Refused',
  failed: 'Failed',
  no_search: 'No search',
};

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
      <PlatformFilter />
      <ChoiceFilter label="Mention" field="named" all="All answers" choices={MENTIONED} />
      <ChoiceFilter label="Status" field="status" all="Any status" choices={STATUSES} />
    </Filters>
  );
}

function AnswerList() {
  const { keywordId, view, change } = useKeywordView();
  const { page = 1 } = view;
  const filter = answerFilterOf(view, useNow());
  const result = useRead('GET /:mode/keywords/:keyword_id/answers', {
    params: { keyword_id: keywordId },
    query: filter,
  });
  const { data, isPlaceholderData } = result;
  if (!data) return <Waiting result={result} height={320} />;
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
