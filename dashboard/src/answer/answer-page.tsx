import { Button, Skeleton, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AnswerView } from '../api/answers.ts';
import { RequestError } from '../api/request.ts';
import { Icon } from '../base/icons.tsx';
import { KeywordLink } from '../base/keyword-link.tsx';
import { Page } from '../base/page.tsx';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { visibleText } from '../base/visible-text.ts';
import { AnswerFacts } from './answer-facts.tsx';
import classes from './answer-page.module.css';
import { AnswerText } from './answer-text.tsx';
import { Brands } from './brands.tsx';
import { listOf, type Neighbor, useListNeighbors } from './list-neighbors.ts';
import { Sources } from './sources.tsx';

const route = getRouteApi('/signed-in/answers/$answerId');

/** The full text of one answer with highlighted brands and citations. */
export function AnswerPage() {
  const { answerId } = route.useParams();
  const {
    data: reading,
    error,
    refetch,
  } = useRead('GET /:mode/answers/:answer_id/view', { params: { answer_id: answerId } });
  if (reading) return <LoadedAnswer reading={reading} />;
  if (error instanceof RequestError && error.status === 404) return <NoAnswer />;
  return (
    <Page title="Answer">
      {error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Skeleton height={420} radius={12} role="status" aria-label="Loading answer" />
      )}
    </Page>
  );
}

function LoadedAnswer({ reading }: { reading: AnswerView }) {
  const { answer } = reading;
  return (
    <Page
      title={visibleText(answer.prompt)}
      lead={
        answer.keyword ? (
          <>
            Full answer · keyword: <KeywordLink keyword_id={answer.keyword_id} keyword={answer.keyword} />
          </>
        ) : (
          'Full answer · keyword deleted'
        )
      }
      actions={<Neighbors reading={reading} />}
    >
      <BackLink />
      <div className={classes.columns}>
        <AnswerText reading={reading} />
        <div className={classes.side}>
          <AnswerFacts reading={reading} />
          <Brands brands={reading.brands} />
          <Sources reading={reading} />
        </div>
      </div>
    </Page>
  );
}

/** Leads back to the list that the answer was opened from. */
function BackLink() {
  const { from } = route.useSearch();
  const list = listOf(from);
  if (!list) return null;
  return (
    <Link to={list.path} search={list.search} className={classes.back}>
      <Icon name="back" size={14} /> {list.label}
    </Link>
  );
}

/** Links to the previous and next answer of the list it was opened from, or else of its keyword and platform. */
function Neighbors({ reading: { answer, previous, next } }: { reading: AnswerView }) {
  const { from } = route.useSearch();
  const inList = useListNeighbors(from, answer.answer_id);
  const asNeighbor = (answerId: string | null) => (answerId === null ? undefined : { answerId, from: undefined });
  return (
    <>
      <NeighborLink to={inList ? inList.previous : asNeighbor(previous)}>Previous answer</NeighborLink>
      <NeighborLink to={inList ? inList.next : asNeighbor(next)}>Next answer</NeighborLink>
    </>
  );
}

function NeighborLink({ to, children }: { to: Neighbor | undefined; children: string }) {
  if (to === undefined) {
    return (
      <Button variant="default" size="xs" disabled>
        {children}
      </Button>
    );
  }
  const { answerId, from } = to;
  return (
    <Link to="/answers/$answerId" params={{ answerId }} search={{ from }} className={classes.neighbor}>
      {children}
    </Link>
  );
}

function NoAnswer() {
  useDocumentTitle('Answer · Visibility');
  return (
    <EmptyState title="Answer not found" level={1}>
      <Text c="dimmed">
        Its keyword was deleted, or it belongs to the other workspace: switch it in the menu at the top left.
      </Text>
      <Link to="/keywords">
        <Icon name="back" size={14} /> All keywords
      </Link>
    </EmptyState>
  );
}
