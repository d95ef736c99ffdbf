/** A dealership at the desk to which links to its code are sent: what the tests of those links share. */
import { expect } from 'vitest';
import { codeFromLinkPath, codeLinkPath, codeLinkRefusals } from '#contract/code-link.ts';
import type { MadeCode } from '#contract/code-link-endpoints.ts';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { createAtOnce } from './at-once.ts';
import { startDesk } from './desk.ts';
import type { EngineUnderTest } from './each-engine.ts';
import { mailEnv, recordMails } from './mails.ts';

/** The key of a browser that presses, which tells it from the others. */
export const keyOf = (letter: string): string => letter.repeat(43);
export const contact = { id: '6f1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b', name: 'Dana Whitlock', role: '', phone: '' };

/** The answer to a link that does not work. */
export const dead = { status: codeLinkRefusals.deadLink.status, text: codeLinkRefusals.deadLink.text };
export const shown = ({ status, text }: { status: number; text: string }) => ({ status, text });

/** Starts a desk with a dealership, which has no agreement and no contact yet. */
export async function startCodeLinks(under: EngineUnderTest, env: Record<string, string> = {}) {
  const clock = { at: new Date('2026-11-21T21:06:00Z') };
  const { mails, mailTransport } = recordMails();
  const server = await startDesk(under, { ...mailEnv, ...env }, { now: () => clock.at, mailTransport });
  const { context, signInAs, call, open } = server;
  let signedIn: { cookie: string; at: Date } | undefined;
  /** Calls as a manager whose proof is fresh, whatever the clock says by now. */
  const desk = async (method: 'GET' | 'POST', path: string, body: object = {}) => {
    if (signedIn?.at !== clock.at) signedIn = { cookie: (await signInAs('manager')).cookie, at: clock.at };
    return server.desk(method, path, { cookie: signedIn.cookie, body });
  };
  const made = await desk('POST', '/api/desk/dealerships', { name: 'Harbor Point Motors' });
  const { id } = made.json<DealershipRecord>();
  const record = async () => (await desk('GET', `/api/desk/dealerships/${id}`)).json<DealershipRecord>();
  const edit = async (patch: object) =>
    desk('POST', `/api/desk/dealerships/${id}`, { version: (await record()).version, patch });
  const ready = () =>
    edit({ agreementDate: '2026-11-02', contacts: [{ ...contact, mail: 'dana@harborpoint.example' }] });
  const send = (body: object = {}) =>
    desk('POST', `/api/desk/dealerships/${id}/code-link`, { contactId: contact.id, ...body });
  /** The token of the newest mail with a link. */
  async function mailedToken(): Promise<string> {
    await context.delivery.runDue();
    const mail = mails.findLast(({ subject }) => subject.includes('access code'));
    return /\/access-code#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? expect.unreachable('no link was mailed');
  }
  let from = 0;
  const look = (token: string) => call('POST', codeLinkPath, undefined, { token }, `10.3.0.${++from % 250}`);
  const press = (token: string, key = keyOf('a'), address = `10.4.${from % 250}.${++from % 250}`) =>
    call('POST', codeFromLinkPath, undefined, { token, key }, address);
  const codeOf = (answer: { json<T>(): T }) => answer.json<MadeCode>().code;
  const opens = async (code: string) => (await open(code, `10.5.${from % 250}.${++from % 250}`)).status === 200;
  const atOnce = createAtOnce(context.storage);
  return {
    ...server,
    desk,
    clock,
    mails,
    id,
    record,
    edit,
    ready,
    send,
    mailedToken,
    look,
    press,
    codeOf,
    opens,
    atOnce,
  };
}
