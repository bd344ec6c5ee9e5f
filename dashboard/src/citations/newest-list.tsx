import { Button } from '@mantine/core';
import type { PageOwner } from '../api/answers.ts';
import type { CitationFilter, NewestCitation } from '../api/citations.ts';
import { AnswerLink } from '../base/answer-link.tsx';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatTime } from '../base/format.ts';
import { KeywordLink } from '../base/keyword-link.tsx';
import { OutsideLink } from '../base/outside-link.tsx';
import { ownerWords } from '../base/owner-words.ts';
import { PlatformName } from '../base/platform-name.tsx';
import { Loaded } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './citations-page.module.css';
import { type CitationsView, PER_PAGE } from './citations-view.ts';
import { NoCitations } from './no-citations.tsx';

const columns: Column<NewestCitation>[] = [
  {
    title: 'Cited page',
    isHeading: true,
    show: ({ url, title, domain, context }) => (
      <div className={classes.sentence}>
        <OutsideLink url={url}>
          <bdi>{visibleText(title ?? url)}</bdi>
        </OutsideLink>
        <span className={classes.under}>
          <bdi>{visibleText(domain)}</bdi>
          {context && (
            <>
              : <bdi>{visibleText(context)}</bdi>
            </>
          )}
        </span>
      </div>
    ),
  },
  { title: 'Owner', show: ({ owner }) => <Owner owner={owner} /> },
  { title: 'Keyword', show: (one) => <KeywordLink {...one} /> },
  { title: 'Platform', show: ({ platform }) => <PlatformName platform={platform} /> },
  {
    title: 'Answer',
    show: ({ answer_id, detected_at, domain }) => (
      <AnswerLink
        answerId={answer_id}
        aria-label={`View answer from ${formatTime(detected_at)} that cites ${visibleText(domain)}`}
      >
        {formatTime(detected_at)}
      </AnswerLink>
    ),
  },
];

/** Citations one by one. Each links to its answer. */
export function NewestList({ filter }: { filter: CitationFilter }) {
  const { view, change } = useView<CitationsView>();
  const page = view.page ?? 1;
  const result = useRead('GET /:mode/citations/newest', { query: { ...filter, page, per_page: PER_PAGE } });
  return (
    <Loaded result={result} height={420}>
      {({ data, has_more: hasMore }) =>
        data.length === 0 && page === 1 ? (
          <NoCitations />
        ) : (
          <>
            <div aria-busy={result.isPlaceholderData}>
              <DataTable
                label="Latest citations"
                rows={data}
                columns={columns}
                rowKey={({ citation_id }) => citation_id}
              />
            </div>
            <nav className={classes.turn} aria-label="Pagination">
              <Button
                variant="default"
                disabled={page === 1}
                onClick={() => change({ page: page > 2 ? page - 1 : undefined })}
              >
                Newer
              </Button>
              <Button variant="default" disabled={!hasMore} onClick={() => change({ page: page + 1 })}>
                Older
              </Button>
            </nav>
          </>
        )
      }
    </Loaded>
  );
}

function Owner({ owner }: { owner: PageOwner }) {
  return (
    <span className={classes.owner} data-owner={owner}>
      {ownerWords(owner)}
    </span>
  );
}
