import { useCallback, useState } from 'react';
import { request } from '../api/request.ts';
import { useMode } from '../base/mode.ts';
import { useKeywordFilter } from './keyword-filter.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (keywordId: string) => void;
  /** Selects all filtered keywords, including those not loaded. */
  selectAll: () => Promise<void>;
  clear: () => void;
}

/** The selected keywords. Changing the workspace or a filter clears the selection, so that no hidden keyword is changed. */
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
  const selectAll = async () => {
    const { keyword_ids } = await request('GET /:mode/keyword-ids', { params: { mode }, query: filter });
    setChosen({ view, ids: new Set(keyword_ids) });
  };
  const clear = () => setChosen({ view, ids: new Set() });
  return { ids, toggle, selectAll, clear };
}

const NONE: ReadonlySet<string> = new Set();
