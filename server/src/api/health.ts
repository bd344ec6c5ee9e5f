import type { FastifyInstance } from 'fastify';
import type { Db } from '../store/db.ts';
import type { Replica } from '../store/replica.ts';
import { pendingMigrations } from '../store/system/migrate.ts';
import { toWire } from './wire.ts';

/** `/healthz`: the process is running. `/readyz`: it can serve requests, with a migrated database. */
export function healthRoutes(app: FastifyInstance, { db, replica }: { db: Db; replica?: Replica | undefined }): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const pending = await pendingMigrations(db);
    if (pending.length === 0)
      return replica ? { status: 'ok', replica: toWire(await replica.state()) } : { status: 'ok' };
    return reply.code(503).send({ status: 'migrating', detail: `Missing migrations: ${pending.join(', ')}` });
  });
}
