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
  .meta({ id: 'Metric', description: 'The definition of a metric.', example: METRICS[0] });

/** The meaning of every metric, from the definitions that the code uses. */
export function metricRoutes(): Route[] {
  return [
    route({
      operation: 'listMetrics',
      summary: 'The definition of every metric',
      method: 'GET',
      path: '/metrics',
      scope: 'read',
      query: z.object(pageQuery),
      responses: { 200: listOf(metric) },
      handle: async ({ query }) => pageOf(METRICS, query),
    }),
  ];
}
