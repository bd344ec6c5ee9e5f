import { ApiError } from '../../base/errors.ts';
import type { Db } from '../../store/db.ts';
import { renewReport } from '../../store/reports/queue.ts';
import { type Route, route } from '../route.ts';
import { declared } from './contract/contract.ts';

export function reportActionRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      ...declared('POST /:mode/reports/:report_id/retry'),
      scope: 'write',
      async handle({ caller, params }) {
        const isRenewed = await renewReport(db, caller.workspaceId, params.report_id ?? '');
        if (!isRenewed) throw new ApiError(404, 'Failed report not found');
        return { status: 204, body: undefined };
      },
    }),
  ];
}
