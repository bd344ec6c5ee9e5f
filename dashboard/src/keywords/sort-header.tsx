import { Icon } from '../base/icons.tsx';
import { readSort, type SortField, useKeywordFilter } from './keyword-filter.ts';
import classes from './sort-header.module.css';

interface SortHeaderProps {
  field: SortField;
  label: string;
  descendingFirst?: boolean;
  align?: 'left' | 'right';
}

export function SortHeader({ field, label, descendingFirst = false, align = 'left' }: SortHeaderProps) {
  const { filter, change } = useKeywordFilter();
  const shown = readSort(filter.sort);
  const isShown = shown.field === field;
  const descendingNext = isShown ? !shown.descending : descendingFirst;
  return (
    <th
      scope="col"
      style={{ textAlign: align }}
      aria-sort={isShown ? (shown.descending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={classes.button}
        data-shown={isShown}
        data-align={align}
        onClick={() => change({ sort: descendingNext ? `-${field}` : field })}
      >
        {label}
        <Icon name={(isShown ? shown.descending : descendingFirst) ? 'down' : 'up'} size={11} />
      </button>
    </th>
  );
}
