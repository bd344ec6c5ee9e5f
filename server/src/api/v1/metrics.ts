import { z } from 'zod';
import { METRICS } from '../../score/metrics.ts';
import { type Route, route } from '../route.ts';
import { listOf, metaOf } from './paging.ts';

const metric = z
  .strictObject({
    id: z.string(),
    version: z.int(),
    formula: z.string(),
    denominator: z.string(),
    meaning: z.string(),
  })
  .meta({ id: 'Metric', example: METRICS[0] });

/** What every number means, from the same definitions the numbers are made by. */
export function metricRoutes(): Route[] {
  const all = { page: 1, perPage: METRICS.length, total: METRICS.length };
  return [
    route({
      operation: 'listMetrics',
      summary: 'How every number is defined',
      method: 'GET',
      path: '/metrics',
      scope: 'read',
      responses: { 200: listOf(metric) },
      handle: async () => ({ body: { data: METRICS, meta: metaOf(all) } }),
    }),
  ];
}
