import { readText, viewOf } from '../base/view.ts';

/** `keyword` is an id. */
export const parseQueriesView = viewOf({ keyword: readText });

export type QueriesView = ReturnType<typeof parseQueriesView>;
