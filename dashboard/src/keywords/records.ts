import type { KeywordRow } from '../api/keywords.ts';
import type { Selection } from './use-selection.ts';

/** Props of the table and the cards. */
export interface RecordsProps {
  total: number;
  platforms: string[];
  selection: Selection;
  /** The current time of the workspace in whole minutes, so that memoized rows render at most once a minute. */
  now: number;
}

export interface RowProps {
  place: number;
  /** Undefined while it loads. */
  row: KeywordRow | undefined;
  platforms: string[];
  isSelected: boolean;
  toggle: (keywordId: string) => void;
  now: number;
}
