import { Text } from '@mantine/core';
import type { Column } from '../../base/data-table.tsx';
import { ChoiceFilter, Filters, SearchFilter } from '../../base/filters.tsx';
import { formatSeconds } from '../../base/format.ts';
import { Page } from '../../base/page.tsx';
import { PagedTable } from '../../base/paged-table.tsx';
import { EmptyState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { useView } from '../../base/view.ts';
import classes from '../settings.module.css';
import { type AuditView, SUBJECTS } from './audit-view.ts';
import type { AuditEntry } from './audit-words.ts';
import { actionWords, actorWords, changeWords } from './audit-words.ts';

const PER_PAGE = 50;

export function AuditLogPage() {
  const { page, about, q } = useView<AuditView>().view;
  return (
    <Page title="Audit log" lead="Account activity: who changed what, when and from which IP address.">
      <Filters>
        <ChoiceFilter label="Category" field="about" all="All categories" choices={SUBJECTS} />
        <SearchFilter label="Name or IP address" />
      </Filters>
      <PagedTable
        result={useRead('GET /audit', { query: { about, q, page, per_page: PER_PAGE }, staleTime: 0 })}
        perPage={PER_PAGE}
        label="Audit log"
        columns={COLUMNS}
        rowKey={keyOf}
        empty={<Nothing isFiltered={Boolean(about || q)} />}
      />
    </Page>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title={isFiltered ? 'No matching entries' : 'No entries yet'}>
      <Text c="dimmed">
        {isFiltered
          ? 'Choose “All categories” or search for another name or IP address.'
          : 'Actions such as creating API keys and inviting teammates appear here.'}
      </Text>
    </EmptyState>
  );
}

const COLUMNS: Column<AuditEntry>[] = [
  { title: 'Time', show: ({ at }) => <time dateTime={at}>{formatSeconds(at)}</time>, isHeading: true },
  { title: 'User', show: ({ actor }) => <Actor actor={actor} /> },
  { title: 'Action', show: (entry) => <What entry={entry} /> },
  { title: 'IP address', show: ({ address }) => <span className={classes.code}>{address ?? '–'}</span> },
];

/** Entries have no id. Entries of the same second differ in another field. */
function keyOf({ at, action, subject_id: subject, actor, address }: AuditEntry): string {
  return [at, action, subject, actor, address].join(' ');
}

function Actor({ actor }: { actor: string }) {
  const { name, by } = actorWords(actor);
  return (
    <>
      <bdi>{name}</bdi>
      {by && <span className={classes.sub}>{by}</span>}
    </>
  );
}

function What({ entry }: { entry: AuditEntry }) {
  const { words: done, name } = actionWords(entry);
  return (
    <div>
      {done} <strong>{<bdi>{name}</bdi>}</strong>
      {entry.subject_prefix && (
        <>
          {' '}
          <code className={classes.code}>{entry.subject_prefix}…</code>
        </>
      )}
      {changeWords(entry.changes ?? {}).map((words) => (
        <span key={words} className={classes.sub}>
          <bdi>{words}</bdi>
        </span>
      ))}
    </div>
  );
}
