import { useMediaQuery } from '@mantine/hooks';
import type { KeyboardEvent } from 'react';
import { Fragment, useEffect, useRef } from 'react';
import { own } from '../../../server/src/base/own.ts';
import { formatCount } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import { MemberOnly } from '../base/role.tsx';
import { KeywordRowLine } from './keyword-row.tsx';
import classes from './keyword-table.module.css';
import type { RecordsProps } from './records.ts';
import { SortHeader } from './sort-header.tsx';
import { useRowsAt, useRowWindow } from './use-rows.ts';

const ROW_HEIGHT = 66;

/** A virtualized table: only the rows near the viewport are rendered. */
export function KeywordTable({ total, platforms, selection, now }: RecordsProps) {
  const { list, virtualizer, setFocused } = useRowWindow({ count: total, height: ROW_HEIGHT });
  const items = virtualizer.getVirtualItems();
  const rowAt = useRowsAt(items.map(({ index }) => index));
  const moveTo = useRowFocus((place) => virtualizer.scrollToIndex(place), list);
  // On smaller screens these columns are hidden to leave room for the keywords.
  const hasCounts = useMediaQuery('(min-width: 1480px)', undefined, { getInitialValueInEffect: false }) ?? true;
  const columns = (hasCounts ? 7 : 5) + platforms.length;
  const top = virtualizer.options.scrollMargin;
  const isAll = selection.ids.size >= total;

  return (
    <div className={`card ${classes.frame}`} ref={list}>
      <table className={classes.table} aria-label="Keywords and their scores" aria-rowcount={total + 1}>
        <colgroup>
          <col className={classes.tickColumn} />
          <col />
          <col className={classes.scoreColumn} />
          {platforms.map((platform) => (
            <col key={platform} className={classes.platformColumn} />
          ))}
          <col className={classes.changeColumn} />
          {hasCounts && <col className={classes.countColumn} span={2} />}
          <col className={classes.updatedColumn} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <td className={classes.tick}>
              <MemberOnly>
                <input
                  type="checkbox"
                  aria-label={isAll ? 'Clear selection' : `Select all ${formatCount(total, 'keyword')}`}
                  checked={isAll}
                  onChange={() => (isAll ? selection.clear() : void selection.selectAll())}
                />
              </MemberOnly>
            </td>
            <SortHeader field="keyword" label="Keyword" />
            <SortHeader field="visibility_score" label="Score" descendingFirst />
            {platforms.map((platform) => (
              <th key={platform} scope="col" className={classes.platform}>
                {platformLook(platform).name}
              </th>
            ))}
            <th scope="col" className={classes.number}>
              Change
            </th>
            {hasCounts && <CountHeaders />}
            <SortHeader field="updated_at" label="Updated" descendingFirst align="right" />
          </tr>
        </thead>
        <tbody
          onFocus={({ target }) => setFocused(placeOf(target))}
          onBlur={() => setFocused(undefined)}
          onKeyDown={(event) => moveByKey(event, { last: total - 1, moveTo })}
        >
          {items.map(({ index, key, start, end }, at) => (
            <Fragment key={key}>
              <Gap height={start - (items[at - 1]?.end ?? top)} columns={columns} />
              <KeywordRowLine
                place={index}
                row={rowAt(index)}
                platforms={platforms}
                hasCounts={hasCounts}
                isSelected={selection.ids.has(rowAt(index)?.keyword_id ?? '')}
                toggle={selection.toggle}
                now={now}
              />
              {at === items.length - 1 && <Gap height={virtualizer.getTotalSize() + top - end} columns={columns} />}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CountHeaders() {
  return ['Mentions', 'Citations'].map((title) => (
    <th key={title} scope="col" className={classes.number}>
      {title}
    </th>
  ));
}

/** Fills the space of rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row has nothing to focus
    <tr aria-hidden="true" className={classes.gap}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function placeOf(element: Element): number | undefined {
  const place = element.closest('[data-place]')?.getAttribute('data-place');
  return place === null || place === undefined ? undefined : Number(place);
}

/** Focuses a row as soon as it is rendered. */
function useRowFocus(scrollTo: (place: number) => void, list: { current: HTMLElement | null }) {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[data-place="${wanted.current}"] a`);
    if (wanted.current === undefined || !link) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  });
  return (place: number) => {
    wanted.current = place;
    const link = list.current?.querySelector<HTMLElement>(`[data-place="${place}"] a`);
    if (link) {
      wanted.current = undefined;
      link.focus();
    } else {
      scrollTo(place);
    }
  };
}

function moveByKey(event: KeyboardEvent, { last, moveTo }: { last: number; moveTo: (place: number) => void }) {
  const place = placeOf(event.target as Element);
  if (place === undefined || event.altKey || event.metaKey) return;
  const target = own(
    { ArrowDown: place + 1, ArrowUp: place - 1, ...(event.ctrlKey && { Home: 0, End: last }) },
    event.key,
  );
  if (target === undefined || target < 0 || target > last) return;
  event.preventDefault();
  moveTo(target);
}
