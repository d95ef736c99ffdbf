/** The portal of a running server, reached as dealerships and attackers reach it: through sockets, from different addresses. */
import { readFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import type { AgentStep } from '#contract/agent.ts';
import { requestTypes, sendSmsPath } from '#contract/agent-request.ts';
import { sessionPath } from '#contract/portal.ts';
import type { Session } from '#contract/portal-endpoints.ts';
import type { Storage } from '#server/database/open.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { tokenOf } from '#server/requests/links.ts';
import { writeSetting } from '#server/settings/service.ts';
import type { Place } from '../../support/each-engine.ts';
import { agentStepPath } from '../../support/request-paths.ts';
import { wideLimits } from '../../support/wide-limits.ts';

/** Limits so high that a test with one session and many requests does not reach them. */
export const portalLimits = {
  ...wideLimits,
  SMS_PER_HOUR: '100000',
  STREAMS_PER_SESSION: '100000',
  STREAMS_PER_ADDRESS: '100000',
};

interface Answer {
  readonly status: number;
  readonly text: string;
}

const connections = new Agent({ keepAlive: true, maxSockets: 64 });

type Sending = Pick<RequestOptions, 'agent' | 'localAddress'> & { readonly headers?: Readonly<Record<string, string>> };

function post(url: string, body: object, { headers = {}, ...sending }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { ...sending, method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const sent = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** Posts JSON. A client with its own loopback address, `from`, has its own connection. */
const postJson = (url: string, body: object, token?: string, from?: string): Promise<Answer> =>
  post(url, body, {
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(from === undefined ? { agent: connections } : { localAddress: from, agent: false }),
  });

/** Many clients behind a proxy with a few connections, for a server that trusts the proxy (`TRUST_PROXY`). */
export function createClients(mostConnections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections });
  return {
    tryCode: (url: string, code: string, from: string): Promise<Answer> =>
      post(url + sessionPath, { code }, { agent, headers: { 'x-forwarded-for': from } }),
    close: () => agent.destroy(),
  };
}

/** The one shared code that the server made at its first start. */
export const firstCode = ({ dataDir }: Place): string =>
  readFileSync(join(dataDir, 'first-access-code'), 'utf8').trim();

export const tryCode = (url: string, code: string, from?: string): Promise<Answer> =>
  postJson(url + sessionPath, { code }, undefined, from);

export async function sessionAt(url: string, place: Place): Promise<string> {
  const { status, text } = await tryCode(url, firstCode(place));
  if (status !== 200) throw new Error(`the portal answered ${status} ${text}`);
  return (JSON.parse(text) as Session).token;
}

export const switchOn = ({ db }: Storage): Promise<unknown> =>
  writeSetting(db, 'text-agent', 'on', new Date().toISOString());

/** Presses the button. Rejects when no answer comes. */
export const pressAt = (url: string, token: string, requestId: string): Promise<Answer> =>
  postJson(
    url + sendSmsPath,
    {
      dealershipName: sampleDealerships[0].name,
      requestType: requestTypes.active_deal,
      additionalInfo: requestId,
      request_id: requestId,
    },
    token,
  );

export const stepAt = (url: string, link: string, step: AgentStep): Promise<Answer> =>
  postJson(url + agentStepPath(step), {}, link);

/** The tokens in a request's links. The server's key comes from its configuration or from its data folder. */
export async function linksOf({ db }: Storage, { dataDir, env }: Place, requestId: string): Promise<string[]> {
  const key = env['SECRET_KEY'] ?? readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();
  const keyed = createKeyedHash(key);
  const links = await db.selectFrom('agent_links').select('id').where('request_id', '=', requestId).execute();
  return links.map(({ id }) => tokenOf(keyed, id));
}

/** The resident memory of a process, in megabytes. */
export function memoryMb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}
