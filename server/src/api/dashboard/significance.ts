import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import type { Db } from '../../store/db.ts';
import { findWorkspace, setSignificance } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { declared } from './contract/contract.ts';
import type { significanceState } from './contract/platforms.ts';

/** What counts as a significant change in a workspace. Windows that are already judged stay as they are. */
export function significanceRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'getSignificance',
      summary: 'What counts as a significant change',
      ...declared('GET /:mode/significance'),
      scope: 'read',
      handle: async ({ caller }) => ({ body: await stateOf(db, caller.workspaceId) }),
    }),
    route({
      operation: 'changeSignificance',
      summary: 'Change what counts as a significant change, from the next window on',
      ...declared('PATCH /:mode/significance'),
      scope: 'write',
      body: z.strictObject({
        min_points: z.int().min(1).max(100).optional(),
        level: z.number().min(0.0001).max(0.05).optional(),
      }),
      async handle({ caller: { workspaceId }, body }) {
        await setSignificance(db, workspaceId, { minPoints: body.min_points, changeLevel: body.level });
        return { body: await stateOf(db, workspaceId) };
      },
    }),
  ];
}

async function stateOf(db: Db, workspaceId: string): Promise<z.output<typeof significanceState>> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new ApiError(404, 'Workspace not found');
  return { min_points: workspace.minPoints, level: workspace.changeLevel };
}
