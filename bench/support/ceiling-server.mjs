// What the API could reach at most: `node:http` that sends `select 1` over pipelined connections before each response.
import { createServer } from 'node:http';
import { openPipeline } from '../../server/dist/store/pipeline.js';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const body = Buffer.concat(chunks);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
const pipeline = openPipeline({ connectionString: process.env.DATABASE_URL }, (error) => {
  throw error;
});

const server = createServer(async (_request, response) => {
  await pipeline.query({ name: 'one', text: 'select 1' });
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${port}\n`);
});
