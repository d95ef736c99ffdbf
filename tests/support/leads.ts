/** Leads of made-up dealers, and calls about them as a page of the desk makes them. */
import type { LeadList, LeadRecord } from '#contract/desk/lead-schemas.ts';
import type { Answers } from '#contract/fields.ts';
import { mintId } from '#contract/reference.ts';
import { createAtOnce } from './at-once.ts';
import { testClock } from './clock.ts';
import { startDesk } from './desk.ts';
import type { EngineUnderTest } from './each-engine.ts';
import { inquiryAnswers, intakeAnswers } from './letter-samples.ts';
import { wideLimits } from './wide-limits.ts';

let count = 0;

/** Answers that share nothing with those of any other lead. `change` replaces some of them. */
export function answersOf(kind: 'inquiry' | 'intake', change: Answers = {}): Answers {
  count += 1;
  const phone = `(208) 555-${String(1000 + count).slice(-4)}`;
  const mail = `dealer-${count}@store.example`;
  const name = `Store ${count} Motors`;
  return kind === 'inquiry'
    ? { ...inquiryAnswers, dealership_name: name, phone_number: phone, email: mail, ...change }
    : {
        ...intakeAnswers,
        business_name: name,
        dba: '',
        business_phone: phone,
        personal_phone: phone,
        business_email: mail,
        ...change,
      };
}

/** A server with a clock that the test controls, and functions that act on leads. */
export async function startLeads(under: EngineUnderTest) {
  const clock = testClock('2026-11-21T21:06:00.000Z');
  const server = await startDesk(under, wideLimits, { now: clock.now });
  const { context, desk } = server;

  /** Sends a form as the site does; returns the lead's id. */
  async function send(
    kind: 'inquiry' | 'intake',
    change: Answers = {},
    {
      id = mintId(),
      ...more
    }: { id?: string; amends?: string; flags?: ('honeypot' | 'too-fast')[]; smsConsentVersion?: string } = {},
  ): Promise<string> {
    const answers = answersOf(kind, change);
    const accepted = await context.leads.accept({ kind, id, answers, submittedDate: 'today', flags: [], ...more });
    if (!('leadId' in accepted)) throw new Error(`not stored: ${accepted.outcome}`);
    return accepted.leadId;
  }

  const record = async (cookie: string, id: string): Promise<LeadRecord> =>
    (await desk('GET', `/api/desk/leads/${id}`, { cookie })).json() as LeadRecord;
  const list = async (cookie: string, query = ''): Promise<LeadList> =>
    (await desk('GET', `/api/desk/leads?${query}`, { cookie })).json() as LeadList;

  /** Sends a step on a lead, as a page of the desk does. */
  async function act(
    cookie: string,
    id: string,
    step: '' | 'contacted' | 'notes' | 'join' | 'apart' | 'suggest-again' | 'part',
    body: object,
  ) {
    const path = `/api/desk/leads/${id}${step && `/${step}`}`;
    const answer = await desk('POST', path, { cookie, body });
    return { status: answer.status, text: answer.text, lead: answer.status < 500 ? tryJson(answer.text) : undefined };
  }

  return { ...server, clock, send, record, list, act };
}

/** The same with two managers, and their actions on leads of the same people. */
export async function startJoining(under: EngineUnderTest) {
  const server = await startLeads(under);
  const [dana, lee] = [
    await server.signInAs('manager', { name: 'Dana Whitcomb' }),
    await server.signInAs('manager', { name: 'Lee Marsh' }),
  ];
  const edit = (cookie: string, id: string, version: number, patch: object) =>
    server.act(cookie, id, '', { version, patch });
  const join = (cookie: string, kept: LeadRecord, other: LeadRecord) =>
    server.act(cookie, kept.id, 'join', { version: kept.version, with: other.id, withVersion: other.version });
  const tellApart = (cookie: string, lead: LeadRecord, other: LeadRecord) =>
    server.act(cookie, lead.id, 'apart', { version: lead.version, from: other.id });
  const suggestAgain = (cookie: string, lead: LeadRecord, other: LeadRecord) =>
    server.act(cookie, lead.id, 'suggest-again', { version: lead.version, other: other.id });
  return { ...server, dana, lee, edit, join, tellApart, suggestAgain, atOnce: createAtOnce(server.context.storage) };
}

function tryJson(text: string): LeadRecord | undefined {
  try {
    return JSON.parse(text) as LeadRecord;
  } catch {
    return undefined;
  }
}
