/** A page of one heading and nothing else: what the browser, its limits and this machine take by themselves. */
import { once } from 'node:events';
import { createServer } from 'node:http';

const html =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title><h1>One heading</h1>';

/** Serves the page at every address. */
export async function startBarePage(): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return { url: `http://127.0.0.1:${address.port}/`, stop: () => void server.close() };
}
