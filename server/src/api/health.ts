import type { FastifyInstance } from 'fastify';
import type { Db } from '../store/db.ts';
import type { Replica } from '../store/replica.ts';
import { clusterState } from '../store/system/cluster-state.ts';
import { pendingMigrations } from '../store/system/migrate.ts';
import { proveWrite } from '../store/system/prove-write.ts';
import { toWire } from './wire.ts';

interface HealthDeps {
  db: Db;
  replica?: Replica | undefined;
  leaving?: AbortSignal;
}

/** `/healthz`: the process is running. `/readyz`: it can serve requests, with a migrated database that stores changes. */
export function healthRoutes(app: FastifyInstance, { db, replica, leaving }: HealthDeps): void {
  // Shared by requests that arrive meanwhile: anyone may ask, and each proof waits for the database's disk.
  let proof: Promise<void> | undefined;
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (leaving?.aborted) return reply.code(503).send({ status: 'stopping' });
    const pending = await pendingMigrations(db);
    if (pending.length > 0) {
      return reply.code(503).send({ status: 'migrating', detail: `Missing migrations: ${pending.join(', ')}` });
    }
    proof ??= proveWrite(db).finally(() => {
      proof = undefined;
    });
    await proof;
    const cluster = await clusterState(db);
    return {
      status: 'ok',
      ...(replica && { replica: toWire(await replica.state()) }),
      // Ready all the same: the workspaces of the other workers are served.
      ...(cluster && { cluster: toWire(cluster) }),
    };
  });
}
