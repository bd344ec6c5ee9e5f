import type { Significance } from '@visibility/sdk';
import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import type { Db } from '../../store/db.ts';
import { findWorkspace, setSignificance } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';

export const significance = z
  .strictObject({
    min_points: z.int().describe('A change of fewer points is never significant.'),
    level: z
      .number()
      .describe('The significance level of a week. A lower one finds fewer changes and causes fewer false alarms.'),
  })
  .meta({
    id: 'Significance',
    description: 'What counts as a significant change.',
    example: { min_points: 10, level: 0.007 },
  });

const change = z
  .object({
    min_points: z.int().min(1).max(100).optional(),
    level: z.number().min(0.0001).max(0.05).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Set at least one of min_points and level')
  .meta({ id: 'SignificanceChange', example: { min_points: 15 } });

/** What counts as a significant change in a workspace. Windows that are already judged stay as they are. */
export function significanceRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'getSignificance',
      summary: 'What counts as a significant change',
      method: 'GET',
      path: '/significance',
      scope: 'read',
      responses: { 200: significance },
      handle: async ({ caller }) => ({ body: await stateOf(db, caller.workspaceId) }),
    }),
    route({
      operation: 'changeSignificance',
      summary: 'Change what counts as a significant change, from the next week on',
      method: 'PATCH',
      path: '/significance',
      scope: 'write',
      body: change,
      responses: { 200: significance },
      async handle({ caller: { workspaceId }, body }) {
        await setSignificance(db, workspaceId, { minPoints: body.min_points, changeLevel: body.level });
        return { body: await stateOf(db, workspaceId) };
      },
    }),
  ];
}

async function stateOf(db: Db, workspaceId: string): Promise<Significance> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new ApiError(404, 'Workspace not found');
  return { min_points: workspace.minPoints, level: workspace.changeLevel };
}
