/** What HTTP alone costs: a server that parses a JSON post and answers OK. Prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('OK');
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
