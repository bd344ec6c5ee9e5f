// What the API could reach at most: `node:http` that sends `select 1` over pipelined connections before each response.
import { createServer } from 'node:http';
import pg from 'pg';

const CONNECTIONS = 3;
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const body = Buffer.concat(chunks);
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
const config = { connectionString: process.env.DATABASE_URL, pipeline: true };
const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client(config));
await Promise.all(clients.map((client) => client.connect()));

let turn = 0;
const server = createServer(async (_request, response) => {
  turn = (turn + 1) % CONNECTIONS;
  await clients[turn].query({ name: 'one', text: 'select 1' });
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
