/** A sender of requests on a fake server. */
import { mintId } from '#contract/reference.ts';
import type { ForeignFunction } from '../env.ts';
import { createRequestSender } from '../request/create-request.ts';
import { apiOn, fakeServer, json, tabStorage } from './server.ts';

export const sendSms = 'POST /functions/v1/send-sms';
export const current = 'GET /api/portal/requests/current';
const harborPoint = { id: 'harbor-point', name: 'Harbor Point Motors', phone: '(207) 555-0138' };
export const answers = {
  dealership: harborPoint,
  requestType: 'active_deal',
  additionalInfo: ' GAP \r\n',
  callbackName: '',
  anydesk: '',
} as const;
export const foreign = { baseUrl: 'https://project.supabase.example', token: 'anon' };

export function asking(of?: ForeignFunction) {
  const server = fakeServer();
  const logged: string[] = [];
  const clock = { ms: Date.parse('2026-11-21T21:00:00.000Z') };
  const options = {
    env: {
      fetch: server.fetch,
      storage: tabStorage(),
      clocks: { wall: () => clock.ms, steady: () => 0 },
      mintId: () => mintId(),
      log: (line: string) => void logged.push(line),
      foreignFunction: () => of,
    },
    api: apiOn(server.fetch).api,
    clock: { now: () => clock.ms },
  };
  const { ask, arrived, forget } = createRequestSender(options);
  const sent = () => server.asked.filter(({ method }) => method === 'POST');
  const ids = () => sent().map(({ body }) => (body as { request_id: string }).request_id);
  /** Loads the page again in the same tab. */
  const reload = () => createRequestSender(options);
  return { server, ask, arrived, forget, reload, clock, sent, ids, logged };
}

export const refused = () => json({ success: false, error: 'Busy' });
