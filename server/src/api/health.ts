import type { FastifyInstance } from 'fastify';
import type { Db } from '../store/db.ts';
import { pendingMigrations } from '../store/system/migrate.ts';

/** `/healthz`: the process runs. `/readyz`: it can also serve, with a database it knows. */
export function healthRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const pending = await pendingMigrations(db);
    if (pending.length === 0) return { status: 'ok' };
    return reply.code(503).send({ status: 'migrating', detail: `Migrations are missing: ${pending.join(', ')}` });
  });
}
