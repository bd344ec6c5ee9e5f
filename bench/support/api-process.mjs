import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Starts `visibility start --role api` in a process of its own. */
export async function startApi(flags, settings, log) {
  const port = await freePort();
  const program = fileURLToPath(new URL('../../server/bin/visibility.js', import.meta.url));
  const child = spawn(process.execPath, [...flags, program, 'start', '--role', 'api'], {
    env: { ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', log],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.stdout.resume();
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    child,
    port,
    url,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function untilReady(url, child) {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not start');
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}
