import { NativeSelect, Skeleton, Text } from '@mantine/core';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { Filters, SearchFilter } from '../../base/filters.tsx';
import { formatSeconds } from '../../base/format.ts';
import { Page } from '../../base/page.tsx';
import { Paging } from '../../base/paging.tsx';
import { EmptyState, ErrorState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { useView } from '../../base/view.ts';
import classes from '../settings.module.css';
import { type AuditView, readSubject, SUBJECTS } from './audit-view.ts';
import type { AuditEntry } from './audit-words.ts';
import { actionWords, actorWords, changeWords } from './audit-words.ts';

const PER_PAGE = 50;

export function AuditLogPage() {
  const { view, change } = useView<AuditView>();
  const { page = 1, about, q } = view;
  const {
    data: log,
    error,
    refetch,
  } = useRead('GET /audit', {
    query: { about, q, page, per_page: PER_PAGE },
    staleTime: 0,
  });
  return (
    <Page title="Audit log" lead="Account activity: who changed what, when and from which IP address.">
      <Filters>
        <NativeSelect
          aria-label="Category"
          value={about ?? ''}
          onChange={(event) => change({ about: readSubject(event.currentTarget.value) })}
          data={[
            { label: 'All categories', value: '' },
            ...Object.entries(SUBJECTS).map(([value, label]) => ({ label, value })),
          ]}
        />
        <SearchFilter label="Name or IP address" value={q} onChange={(text) => change({ q: text })} />
      </Filters>
      {error && <ErrorState error={error} retry={refetch} />}
      {!log && !error && <Skeleton height={320} radius={12} aria-label="Loading" role="status" />}
      {log && !error && log.data.length === 0 && <Nothing isFiltered={Boolean(about || q)} />}
      {log && !error && log.data.length > 0 && (
        <>
          <DataTable label="Audit log" rows={log.data} columns={COLUMNS} rowKey={keyOf} />
          <Paging total={log.meta.total} perPage={PER_PAGE} page={page} onPage={(next) => change({ page: next })} />
        </>
      )}
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
