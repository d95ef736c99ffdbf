/** A sender of requests on a fake server. */
import { FakeLocks } from '#client/lib/testing/fake-locks.ts';
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
  const locks = new FakeLocks();
  const ownTab = tabStorage();
  let document = locks.openDocument();
  const openIn = (storage: typeof ownTab, held: Pick<LockManager, 'request'>) =>
    createRequestSender({
      env: {
        fetch: server.fetch,
        storage,
        clocks: { wall: () => clock.ms, steady: () => 0 },
        mintId: () => mintId(),
        log: (line: string) => void logged.push(line),
        foreignFunction: () => of,
        locks: held,
      },
      api: apiOn(server.fetch).api,
      clock: { now: () => clock.ms },
    });
  const { ask, arrived, forget } = openIn(ownTab, document.locks);
  const sent = () => server.asked.filter(({ method }) => method === 'POST');
  const ids = () => sent().map(({ body }) => (body as { request_id: string }).request_id);
  /** Loads the page again in the same tab. */
  async function reload() {
    document.close();
    document = locks.openDocument();
    return opened(openIn(ownTab, document.locks));
  }
  /** Duplicates the tab: the other one has a copy of its storage, and opens the portal. */
  async function duplicate() {
    const copy = tabStorage();
    for (const [key, text] of ownTab.kept) copy.write(key, text);
    return opened(openIn(copy, locks.openDocument().locks));
  }
  /** As the portal does when it opens. */
  async function opened(sender: ReturnType<typeof openIn>) {
    await sender.leaveOthers();
    return sender;
  }
  const close = () => document.close();
  return { server, ask, arrived, forget, reload, duplicate, close, locks, clock, sent, ids, logged };
}

export const refused = () => json({ success: false, error: 'Busy' });
