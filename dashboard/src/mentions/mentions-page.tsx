import { NativeSelect, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mentionsQuery } from '../api/mentions.ts';
import { Comparison } from '../base/comparison.tsx';
import { Filters, PlatformFilter, RangeFilter, TagFilter } from '../base/filters.tsx';
import { formatCount } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { Page } from '../base/page.tsx';
import { Paging } from '../base/paging.tsx';
import { SENTIMENT_NOTE, sentimentLabel } from '../base/sentiment.ts';
import { useNow } from '../base/session-context.ts';
import { ErrorState } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { readOneOf, useView } from '../base/view.ts';
import { AttributeList, SentenceList } from './counted-lists.tsx';
import { KeywordFilter } from './keyword-filter.tsx';
import { MentionTable } from './mention-table.tsx';
import { type MentionsView, mentionFilterOf, PER_PAGE, SENTIMENTS, TABS, USUAL_DAYS } from './mentions-view.ts';
import { NoMentions } from './no-mentions.tsx';
import { SentimentTrend } from './sentiment-trend.tsx';

const LISTS = { sentences: SentenceList, attributes: AttributeList, sentiment: SentimentTrend };

/** The sentences that mention the brand. */
export function MentionsPage() {
  const { view } = useView<MentionsView>();
  const List = view.tab === undefined ? MentionList : LISTS[view.tab];
  return (
    <Page title="Mentions" lead="How answers mention you.">
      <MentionFilters />
      <ComparedMentions />
      <List />
    </Page>
  );
}

function ComparedMentions() {
  const { view } = useView<MentionsView>();
  const { platform, tag, keyword } = view;
  return <Comparison usual={USUAL_DAYS} filter={{ platform, tag, keyword_id: keyword }} />;
}

function MentionFilters() {
  const { view, change } = useView<MentionsView>();
  return (
    <Filters>
      <SegmentedControl
        aria-label="View"
        value={view.tab ?? 'newest'}
        onChange={(tab) => change({ tab: readOneOf(tab, TABS), sentiment: undefined, tag: undefined })}
        data={[
          { label: 'Latest', value: 'newest' },
          { label: 'Sentences', value: 'sentences' },
          { label: 'What assistants say about you', value: 'attributes' },
          { label: 'Sentiment', value: 'sentiment' },
        ]}
      />
      <RangeFilter usual={USUAL_DAYS} />
      <PlatformFilter value={view.platform} onChange={(platform) => change({ platform })} />
      {view.tab === undefined && (
        <NativeSelect
          aria-label="Sentiment"
          value={view.sentiment ?? ''}
          onChange={({ currentTarget }) => change({ sentiment: readOneOf(currentTarget.value, SENTIMENTS) })}
          data={[
            { label: 'Any sentiment', value: '' },
            ...SENTIMENTS.map((value) => ({ label: sentimentLabel(value), value })),
          ]}
        />
      )}
      <KeywordFilter value={view.keyword} onChange={(keyword) => change({ keyword })} />
      {view.tab === undefined && <TagFilter value={view.tag} onChange={(tag) => change({ tag })} />}
    </Filters>
  );
}

function MentionList() {
  const { view, change } = useView<MentionsView>();
  const { page = 1 } = view;
  const { text } = usePeriod(USUAL_DAYS);
  const filter = mentionFilterOf(view, useNow());
  const { data, error, refetch, isPlaceholderData } = useQuery(mentionsQuery(useMode(), filter));
  if (!data) {
    if (error) return <ErrorState error={error} retry={refetch} />;
    return <Skeleton height={420} radius={12} role="status" aria-label="Loading mentions" />;
  }
  const { total } = data.meta;
  if (total === 0) return <NoMentions />;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {formatCount(total, 'mention')} {text}
      </Text>
      <Text size="sm" c="dimmed">
        {SENTIMENT_NOTE}
      </Text>
      <div aria-busy={isPlaceholderData}>
        <MentionTable mentions={data.data} />
      </div>
      <Paging
        total={total}
        perPage={PER_PAGE}
        page={page}
        onPage={(next) => change({ page: next > 1 ? next : undefined })}
      />
    </>
  );
}
