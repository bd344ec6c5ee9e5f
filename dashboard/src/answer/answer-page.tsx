import { Button, Skeleton, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type AnswerView, answerQuery } from '../api/answers.ts';
import { RequestError } from '../api/request.ts';
import { Icon } from '../base/icons.tsx';
import { useMode } from '../base/mode.ts';
import { Page } from '../base/page.tsx';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { AnswerFacts } from './answer-facts.tsx';
import classes from './answer-page.module.css';
import { AnswerText } from './answer-text.tsx';
import { Brands } from './brands.tsx';
import { Sources } from './sources.tsx';
import { visibleText } from './visible-text.ts';

const route = getRouteApi('/signed-in/answers/$answerId');

/** The full text of one answer with highlighted brands and citations. */
export function AnswerPage() {
  const { answerId } = route.useParams();
  const { data: reading, error, refetch } = useQuery(answerQuery(useMode(), answerId));
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
            Full answer · keyword:{' '}
            <Link to="/keywords/$keywordId" params={{ keywordId: answer.keyword_id }}>
              <bdi>{answer.keyword}</bdi>
            </Link>
          </>
        ) : (
          'Full answer · keyword deleted'
        )
      }
      actions={<Neighbors reading={reading} />}
    >
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

/** Links to the previous and next answer of the same keyword and platform. */
function Neighbors({ reading: { previous, next } }: { reading: AnswerView }) {
  return (
    <>
      <NeighborLink answerId={previous}>Previous answer</NeighborLink>
      <NeighborLink answerId={next}>Next answer</NeighborLink>
    </>
  );
}

function NeighborLink({ answerId, children }: { answerId: string | null; children: string }) {
  if (answerId === null) {
    return (
      <Button variant="default" size="xs" disabled>
        {children}
      </Button>
    );
  }
  return (
    <Link to="/answers/$answerId" params={{ answerId }} className={classes.neighbor}>
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
