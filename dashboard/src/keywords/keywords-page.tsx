import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { Comparison } from '../base/comparison.tsx';
import { useNewCommand } from '../base/new-command.ts';
import { Page } from '../base/page.tsx';
import { listPlatforms } from '../base/platforms.ts';
import { MemberOnly } from '../base/role.tsx';
import { useNow } from '../base/session-context.ts';
import { ErrorState } from '../base/states.tsx';
import { AddDialog } from './add-dialog.tsx';
import { ExportButton } from './export-button.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { KeywordCards } from './keyword-cards.tsx';
import { USUAL_DAYS, useKeywordFilter } from './keyword-filter.ts';
import { KeywordTable } from './keyword-table.tsx';
import classes from './keywords-page.module.css';
import { NoKeywords } from './no-keywords.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useFirstRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';

const MINUTE_MS = 60_000;

export function KeywordsPage() {
  const [opened, setOpened] = useState<'add' | 'import'>();
  const { isFiltered, filter } = useKeywordFilter();
  const { data: list, error, refetch, isPlaceholderData } = useFirstRows();
  const isUnused = list?.meta.total === 0 && !isFiltered;
  const close = () => setOpened(undefined);
  useNewCommand(() => setOpened('add'));
  return (
    <Page
      title="Keywords"
      lead="The topics you track and your visibility for each."
      actions={
        <>
          <ExportButton isDisabled={!list || list.meta.total === 0} />
          <MemberOnly>
            <Button variant="default" onClick={() => setOpened('import')}>
              Import CSV
            </Button>
            <Button onClick={() => setOpened('add')}>Add keywords</Button>
          </MemberOnly>
        </>
      }
    >
      {!isUnused && <Toolbar total={list?.meta.total} />}
      {!isUnused && (
        <Comparison usual={USUAL_DAYS} by="keyword" filter={{ platform: filter.platform, tag: filter.tag }} />
      )}
      {error && <ErrorState error={error} retry={refetch} />}
      {!list && !error && <Loading />}
      {list && list.meta.total > 0 && (
        <div className={classes.records} data-stale={isPlaceholderData} aria-busy={isPlaceholderData}>
          <Records total={list.meta.total} platforms={listPlatforms(list.data.flatMap(({ record }) => record ?? []))} />
        </div>
      )}
      {list?.meta.total === 0 && <NoKeywords add={() => setOpened('add')} />}
      {opened === 'add' && <AddDialog onClose={close} />}
      {opened === 'import' && <ImportDialog onClose={close} />}
    </Page>
  );
}

function Records({ total, platforms }: { total: number; platforms: string[] }) {
  const selection = useSelection();
  const now = Math.floor(useNow().getTime() / MINUTE_MS) * MINUTE_MS;
  const isWide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false });
  const isMiddle = useMediaQuery('(min-width: 760px)', undefined, { getInitialValueInEffect: false });
  // Keeps the same array while its values are equal, so that memoized rows do not render again.
  const [stable, setStable] = useState(platforms);
  if (stable.join() !== platforms.join()) setStable(platforms);
  const shared = { total, platforms: stable, selection, now };
  return (
    <>
      {isWide ? (
        <KeywordTable {...shared} />
      ) : (
        <KeywordCards key={isMiddle ? 2 : 1} {...shared} lanes={isMiddle ? 2 : 1} />
      )}
      <SelectionBar selection={selection} total={total} />
    </>
  );
}

const LINES = Array.from({ length: 8 }, (_, line) => line);

function Loading() {
  return (
    <div className={`card ${classes.loading}`} role="status" aria-label="Loading keywords">
      {LINES.map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}
