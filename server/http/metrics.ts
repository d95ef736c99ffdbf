import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { UnfinishedState } from '#server/outbox/service.ts';

/** Makes the numbers of `/metrics`. Their labels are routes and kinds, never addresses or contents. */
export function createMetrics(countMessages: () => Promise<Record<UnfinishedState, number>>) {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'boxline_messages',
    help: 'Messages in the outbox that are unsent or need a person, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      for (const [state, count] of Object.entries(await countMessages())) this.set({ state }, count);
    },
  });
  return {
    registry,
    leads: new Counter({
      name: 'boxline_leads_total',
      help: 'Submissions answered with OK, by form and outcome',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    codeTries: new Counter({
      name: 'boxline_code_tries_total',
      help: 'Tries to open the portal, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    agentRequests: new Counter({
      name: 'boxline_agent_requests_total',
      help: 'What happened to agent requests on this server',
      labelNames: ['event'],
      registers,
    }),
    alerts: new Counter({
      name: 'boxline_alerts_total',
      help: 'Alerts to the operator, by kind: sent, capped by ALERTS_PER_HOUR, or no-way when nobody can be reached',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    pushes: new Counter({
      name: 'boxline_pushes_total',
      help: 'Web Pushes by this server, by their last outcome: sent, gone, later, refused or dropped',
      labelNames: ['outcome'],
      registers,
    }),
    deskLooks: new Counter({
      name: 'boxline_desk_looks_total',
      help: 'Reads of the database for the open consoles, by what is read: each serves all consoles of this server',
      labelNames: ['what'],
      registers,
    }),
    requests: new Histogram({
      name: 'boxline_http_request_seconds',
      help: 'Time to answer a request, by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
  };
}

/**
 * Adds the numbers of the process: memory, processor, event loop. They are watched until the process ends, so this is called once,
 * and only in a process that serves them.
 */
export function watchProcess({ registry }: { readonly registry: Registry }): void {
  collectDefaultMetrics({ register: registry });
}
