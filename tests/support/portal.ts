/** A server with an open portal, and functions that act as a dealership or an agent does. */
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { type AgentStep, agentRequestPath } from '#contract/agent.ts';
import { requestTypes, sendSmsPath } from '#contract/agent-request.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { currentRequestPath, sessionPath } from '#contract/portal.ts';
import type { CurrentRequest } from '#contract/portal-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import type { Overrides } from '#server/context.ts';
import { tokenOf } from '#server/requests/links.ts';
import { eventsOf } from '#server/requests/service.ts';
import { writeSetting } from '#server/settings/service.ts';
import { startApp, type TestApp } from './app.ts';
import type { EngineUnderTest } from './each-engine.ts';
import { agentStepPath, requestPath } from './request-paths.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Three people: one with both ways to be reached, one with a telephone, one with mail. */
const onShift =
  'Marlow Finch, +12075550121, marlow@boxline.example; Tamsin Okoro, +12075550122; Rowan Ames, rowan@boxline.example';

/** A dealership of the brand that has a telephone, and one that has none. */
export const dealer = sampleDealerships[0];
export const dealerWithoutPhone = sampleDealerships[3];

export interface PortalAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, unknown>;
  /** The body read as JSON. */
  json<T = Record<string, unknown>>(): T;
}

export type PortalApp = Awaited<ReturnType<typeof startPortal>>;

/** The real app with dealerships, people on shift, Text Agent switched on and a shared code. */
export async function startPortal(under: EngineUnderTest, env: Record<string, string> = {}, overrides: Overrides = {}) {
  const server = await startApp(under, { ON_SHIFT: onShift, ...env }, overrides);
  const { context } = server;
  await context.dealerships.storeSamples();
  await context.shift.seed(context.config.onShift);
  await writeSetting(context.storage.db, 'text-agent', 'on', context.now().toISOString());
  const shared = await context.codes.issue(null, null);
  return { ...server, ...actorsOf(server), shared };
}

const idOf = async ({ context }: TestApp, name: string): Promise<string> =>
  (await context.storage.db.selectFrom('dealerships').select('id').where('name', '=', name).executeTakeFirstOrThrow())
    .id;

function actorsOf(server: TestApp) {
  async function call(
    method: Method,
    url: string,
    token?: string,
    body?: object,
    from = '127.0.0.1',
  ): Promise<PortalAnswer> {
    const answer = await server.app.inject({
      method,
      url,
      remoteAddress: from,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, text: answer.body, headers: answer.headers, json: () => answer.json() };
  }

  const open = (code: string, from?: string, resume?: object, resumeBeside?: readonly object[]) =>
    call('POST', sessionPath, undefined, { code, resume, resumeBeside }, from);

  async function sessionFor(code: string): Promise<string> {
    const answer = await open(code);
    if (answer.status !== 200) throw new Error(`the portal answered ${answer.status} ${answer.text}`);
    return answer.json<{ token: string }>().token;
  }

  const press = (token: string, change: object = {}) =>
    call('POST', sendSmsPath, token, {
      dealershipName: dealer.name,
      dealerPhone: '(999) 555-0199',
      requestType: requestTypes.active_deal,
      additionalInfo: 'Customer is in the chair',
      ...change,
    });

  return {
    call,
    open,
    sessionFor,
    press,
    /** Issues a code of a dealership's own. */
    ownCode: async (name: string) => (await server.context.codes.issue(await idOf(server, name), null)).code,
    /** Presses the button in a session and gives the request's id. */
    async ask(token: string, change: object = {}): Promise<string> {
      const request_id = mintId();
      const answer = await press(token, { request_id, ...change });
      if (answer.text !== '{"success":true}') throw new Error(`send-sms answered ${answer.status} ${answer.text}`);
      return request_id;
    },
    view: async (token: string, id: string) => (await call('GET', requestPath(id), token)).json<RequestView>(),
    current: async (token: string) => (await call('GET', currentRequestPath, token)).json<CurrentRequest>(),
    /** Takes a step as the person with a link, or views the request without one. Done is sent with `ending`. */
    agent: (token: string, step?: AgentStep, ending: object = { disposition: 'contracted_retail' }) => {
      if (!step) return call('GET', agentRequestPath, token);
      return call('POST', agentStepPath(step), token, step === 'done' ? ending : undefined);
    },
    /** The tokens of a request's links, by the recipient's name. */
    async linksOf(id: string): Promise<Record<string, string>> {
      const { db } = server.context.storage;
      const links = await db.selectFrom('agent_links').select(['id', 'name']).where('request_id', '=', id).execute();
      return Object.fromEntries(links.map((link) => [link.name, tokenOf(server.context.keyed, link.id)]));
    },
    /** The events of a request, in order: `kind` or `kind: detail`. */
    async historyOf(id: string): Promise<string[]> {
      const events = await eventsOf(server.context.storage.db, id);
      return events.map(({ kind, detail }) => (detail === null ? kind : `${kind}: ${detail}`));
    },
  };
}
