import { SegmentedControl } from '@mantine/core';
import { Comparison } from '../base/comparison.tsx';
import { ChoiceFilter, Filters, PlatformFilter, RangeFilter, TagFilter } from '../base/filters.tsx';
import { formatCount } from '../base/format.ts';
import { KeywordFilter } from '../base/keyword-select.tsx';
import { Page } from '../base/page.tsx';
import { PagedTable } from '../base/paged-table.tsx';
import { SENTIMENT_NOTE, sentimentLabel } from '../base/sentiment.ts';
import { useNow } from '../base/session-context.ts';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { readOneOf, useView } from '../base/view.ts';
import { AttributeList, SentenceList } from './counted-lists.tsx';
import { MENTION_COLUMNS } from './mention-columns.tsx';
import classes from './mention-table.module.css';
import { type MentionsView, mentionFilterOf, PER_PAGE, SENTIMENTS, TABS, USUAL_DAYS } from './mentions-view.ts';
import { NoMentions } from './no-mentions.tsx';
import { SentimentTrend } from './sentiment-trend.tsx';

const LISTS = { sentences: SentenceList, attributes: AttributeList, sentiment: SentimentTrend };

const SENTIMENT_WORDS = Object.fromEntries(SENTIMENTS.map((one) => [one, sentimentLabel(one)]));

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
      <PlatformFilter />
      {view.tab === undefined && (
        <ChoiceFilter label="Sentiment" field="sentiment" all="Any sentiment" choices={SENTIMENT_WORDS} />
      )}
      <KeywordFilter />
      {view.tab === undefined && <TagFilter />}
    </Filters>
  );
}

function MentionList() {
  const { view } = useView<MentionsView>();
  const { text } = usePeriod(USUAL_DAYS);
  return (
    <PagedTable
      result={useRead('GET /:mode/mentions/sentences', { query: mentionFilterOf(view, useNow()) })}
      perPage={PER_PAGE}
      label="Mentions"
      columns={MENTION_COLUMNS}
      rowKey={({ mention_id }) => mention_id}
      className={classes.mentions}
      empty={<NoMentions />}
      summary={({ meta }) => `${formatCount(meta.total, 'mention')} ${text}. ${SENTIMENT_NOTE}`}
    />
  );
}
