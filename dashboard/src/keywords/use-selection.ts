import { useCallback, useState } from 'react';
import { fetchIds } from '../api/keywords.ts';
import { useMode } from '../base/mode.ts';
import { useKeywordFilter } from './keyword-filter.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (keywordId: string) => void;
  /** Everything that the filter shows, seen or not. */
  selectAll: () => Promise<void>;
  clear: () => void;
}

/** What is ticked. Another workspace or filter begins with nothing: what one does not see must not be acted on. */
export function useSelection(): Selection {
  const mode = useMode();
  const { shown } = useKeywordFilter();
  const { sort: _, ...filter } = shown;
  const view = JSON.stringify([mode, filter]);
  const [chosen, setChosen] = useState({ view, ids: new Set<string>() });
  const ids = chosen.view === view ? chosen.ids : NONE;

  const toggle = useCallback(
    (keywordId: string) =>
      setChosen((old) => {
        const next = new Set(old.view === view ? old.ids : []);
        if (!next.delete(keywordId)) next.add(keywordId);
        return { view, ids: next };
      }),
    [view],
  );
  const selectAll = async () => setChosen({ view, ids: new Set(await fetchIds(mode, filter)) });
  const clear = () => setChosen({ view, ids: new Set() });
  return { ids, toggle, selectAll, clear };
}

const NONE: ReadonlySet<string> = new Set();
