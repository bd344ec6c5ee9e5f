import { memo } from 'react';
import { Change } from '../base/change.tsx';
import { formatCount } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import classes from './keyword-cards.module.css';
import { KeywordMarks } from './keyword-marks.tsx';
import { Updated, whereChanged } from './keyword-row.tsx';
import { PlatformScore } from './platform-score.tsx';
import type { RecordsProps, RowProps } from './records.ts';
import { RowLink } from './row-link.tsx';
import { ScoreCell } from './score-cell.tsx';
import { SelectBox } from './select-box.tsx';
import { useRowsAt, useRowWindow } from './use-rows.ts';

const CARD_HEIGHT = 190;
const GAP = 12;

/** The keyword list for narrow screens: one card per keyword, no horizontal scrolling. */
export function KeywordCards({ total, platforms, selection, now, lanes }: RecordsProps & { lanes: number }) {
  const { list, virtualizer, setFocused } = useRowWindow({ count: total, height: CARD_HEIGHT, lanes });
  const items = virtualizer.getVirtualItems();
  const rowAt = useRowsAt(items.map(({ index }) => index));
  return (
    <div ref={list}>
      <ul
        className={classes.list}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label="Keywords and their scores"
      >
        {items.map(({ index, key, start, lane }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            className={classes.place}
            onFocus={() => setFocused(index)}
            onBlur={() => setFocused(undefined)}
            style={{
              width: `${100 / lanes}%`,
              left: `${(lane * 100) / lanes}%`,
              paddingBottom: GAP,
              paddingInlineEnd: lane < lanes - 1 ? GAP : 0,
              transform: `translateY(${start - virtualizer.options.scrollMargin}px)`,
            }}
          >
            <Card
              place={index}
              row={rowAt(index)}
              platforms={platforms}
              isSelected={selection.ids.has(rowAt(index)?.keyword_id ?? '')}
              toggle={selection.toggle}
              now={now}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const Card = memo(function CardOf({ row, platforms, isSelected, toggle, now }: RowProps) {
  if (!row) return <div className={`card ${classes.item} ${classes.waiting}`} aria-busy="true" />;
  return (
    <div className={`card ${classes.item}`} data-selected={isSelected}>
      <div className={classes.top}>
        <SelectBox row={row} isSelected={isSelected} toggle={toggle} />
        <RowLink row={row} className={classes.link} />
        {row.record && <Change change={row.record.change} where={whereChanged(row)} />}
      </div>
      <KeywordMarks row={row} />
      <ScoreCell record={row.record} />
      {row.record && (
        <dl className={`${classes.platforms} numeric`}>
          {platforms.map((platform) => (
            <div key={platform}>
              <dt>{platformLook(platform).name}</dt>
              <dd>
                <PlatformScore record={row.record} platform={platform} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={`${classes.note} numeric`}>
        {row.record &&
          `${formatCount(row.record.mentions, 'mention')}, ${formatCount(row.record.citations, 'citation')}, `}
        <Updated row={row} now={now} />
      </p>
    </div>
  );
});
