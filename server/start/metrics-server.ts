import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Context } from '#server/context.ts';
import { watchProcess } from '#server/http/metrics.ts';
import { portFault } from './fault.ts';

/** Serves the metrics at a port of their own; undefined when none is configured. */
export async function startMetrics({ config, metrics, log }: Context) {
  if (config.metricsPort === undefined) return undefined;
  watchProcess(metrics);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    try {
      const text = await metrics.registry.metrics();
      return response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text);
    } catch (err) {
      log.warn({ err }, 'the metrics could not be read');
      return response.writeHead(503).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  const { metricsPort: port, metricsHost: host } = config;
  await once(server.listen(port, host), 'listening').catch((error: unknown) => {
    throw portFault(error, 'METRICS_PORT', port, host);
  });
  return server;
}
