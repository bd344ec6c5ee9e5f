import { memo } from 'react';
import type { KeywordRow } from '../api/keywords.ts';
import { Change } from '../base/change.tsx';
import { formatAge, formatNumber, formatTime } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import { KeywordMarks } from './keyword-marks.tsx';
import classes from './keyword-table.module.css';
import { PlatformScore } from './platform-score.tsx';
import type { RowProps } from './records.ts';
import { RowLink } from './row-link.tsx';
import { ScoreCell } from './score-cell.tsx';
import { SelectBox } from './select-box.tsx';

export const KeywordRowLine = memo(function Line({
  place,
  row,
  platforms,
  hasCounts,
  isSelected,
  toggle,
  now,
}: RowProps & { hasCounts: boolean }) {
  // The header is the first row.
  const rowIndex = place + 2;
  if (!row) return <Waiting rowIndex={rowIndex} place={place} columns={(hasCounts ? 7 : 5) + platforms.length} />;
  return (
    <tr aria-rowindex={rowIndex} data-place={place} data-selected={isSelected} data-paused={row.status === 'paused'}>
      <td className={classes.tick}>
        <SelectBox row={row} isSelected={isSelected} toggle={toggle} />
      </td>
      <th scope="row">
        <RowLink row={row} className={classes.link} />
        <KeywordMarks row={row} />
      </th>
      <td>
        <ScoreCell record={row.record} />
      </td>
      {platforms.map((platform) => (
        <td key={platform} className={classes.platform}>
          <PlatformScore record={row.record} platform={platform} />
        </td>
      ))}
      <td className={classes.number}>
        <ChangeCell row={row} />
      </td>
      {hasCounts && <td className={classes.number}>{row.record ? formatNumber(row.record.mentions) : '–'}</td>}
      {hasCounts && <td className={classes.number}>{row.record ? formatNumber(row.record.citations) : '–'}</td>}
      <td className={classes.updated}>
        <Updated row={row} now={now} />
      </td>
    </tr>
  );
});

/** The platforms with a significant change: `Gemini, Claude`. */
export function whereChanged({ record }: Pick<KeywordRow, 'record'>): string | undefined {
  return record?.change?.platforms.map((id) => platformLook(id).name).join(', ');
}

function ChangeCell({ row: { record } }: { row: KeywordRow }) {
  const change = record?.change ?? null;
  const against = change ? `vs. ${change.previous_score} in the previous 7 days` : 'Too few answers to compare';
  return <Change change={change} where={whereChanged({ record })} hint={against} />;
}

export function Updated({ row, now }: { row: KeywordRow; now: number }) {
  const at = row.record?.updated_at;
  if (at === undefined) return <>{row.status === 'paused' ? 'Paused' : 'Not yet'}</>;
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatAge(at, new Date(now))}
    </time>
  );
}

function Waiting({ rowIndex, place, columns }: { rowIndex: number; place: number; columns: number }) {
  return (
    <tr aria-rowindex={rowIndex} data-place={place} aria-busy="true">
      <td colSpan={columns} className={classes.waiting}>
        <span />
      </td>
    </tr>
  );
}
