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
  const counter = <Label extends string>(name: string, labelNames: Label[], help: string) =>
    new Counter({ name, help, labelNames, registers });
  return {
    registry,
    leads: counter('boxline_leads_total', ['kind', 'outcome'], 'Submissions answered with OK, by form and outcome'),
    codeTries: counter('boxline_code_tries_total', ['outcome'], 'Tries to open the portal, by outcome'),
    agentRequests: counter('boxline_agent_requests_total', ['event'], 'What happened to agent requests on this server'),
    alerts: counter(
      'boxline_alerts_total',
      ['kind', 'outcome'],
      'Alerts to the operator, by kind: sent, capped by ALERTS_PER_HOUR, or no-way when nobody can be reached',
    ),
    pushes: counter(
      'boxline_pushes_total',
      ['outcome'],
      'Web Pushes by this server, by their last outcome: sent, gone, later, refused or dropped',
    ),
    deskLooks: counter(
      'boxline_desk_looks_total',
      ['what'],
      'Reads of the database for the open consoles, by what is read: each serves all consoles of this server',
    ),
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
