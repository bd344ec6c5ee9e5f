import { readText, viewOf } from '../base/view.ts';

/** `rule` is the id of the alert whose history is shown. */
export const parseAlertsView = viewOf({ rule: readText });

export type AlertsView = ReturnType<typeof parseAlertsView>;
