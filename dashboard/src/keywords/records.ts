import type { KeywordRow } from '../api/keywords.ts';
import type { Selection } from './use-selection.ts';

/** What the table and its twin for narrow screens are given. */
export interface RecordsProps {
  total: number;
  platforms: string[];
  selection: Selection;
  /** The workspace's present, in whole minutes: a row is drawn anew only when something about it is new. */
  now: number;
}

export interface RowProps {
  place: number;
  /** Undefined while its page is on its way. */
  row: KeywordRow | undefined;
  platforms: string[];
  isSelected: boolean;
  toggle: (keywordId: string) => void;
  now: number;
}
