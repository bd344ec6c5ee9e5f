import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useDatabase } from '../support/database.ts';
import { clockOfTests, startServer, stopServer } from '../support/server-process.ts';
import { startCollector } from '../support/trace-collector.ts';

const { url } = useDatabase();

test('a server that loads the SDK exports the sampled share, the last spans when it stops', async () => {
  const collector = await startCollector();
  const { spans } = collector;
  const { NODE_OPTIONS, ...clock } = clockOfTests();
  const example = fileURLToPath(new URL('../../../examples/opentelemetry.mjs', import.meta.url));
  const start = (more: Record<string, string>) =>
    startServer({
      ...collector.settings,
      ...clock,
      ...more,
      NODE_OPTIONS: `${NODE_OPTIONS} --import "${example}"`,
      DATABASE_URL: url,
      SECRETS_KEY: 'a'.repeat(64),
      OTEL_BSP_SCHEDULE_DELAY: '60000',
    });
  const running = await start({ OTEL_SERVICE_NAME: 'visibility-process' });
  await fetch(`${running.url}/api/v1/keywords`);
  expect((await stopServer(running)).code).toBe(0);
  expect(spans).toContainEqual(
    expect.objectContaining({
      name: 'GET /api/v1/keywords',
      attributes: expect.objectContaining({ 'http.response.status_code': '401' }),
    }),
  );
  expect(collector.resources.at(-1)).toMatchObject({ 'service.name': 'visibility-process' });

  spans.splice(0);
  const unsampled = await start({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  await fetch(`${unsampled.url}/api/v1/keywords`);
  expect((await stopServer(unsampled)).code).toBe(0);
  expect(spans).toEqual([]);
  collector.stop();
});
