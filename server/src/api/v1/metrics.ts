import { z } from 'zod';
import { METRICS } from '../../score/metrics.ts';
import { type Route, route } from '../route.ts';
import { listOf, pageOf, pageQuery } from './paging.ts';

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
  return [
    route({
      operation: 'listMetrics',
      summary: 'How every number is defined',
      method: 'GET',
      path: '/metrics',
      scope: 'read',
      query: z.object(pageQuery),
      responses: { 200: listOf(metric) },
      handle: async ({ query }) => pageOf(METRICS, query),
    }),
  ];
}
