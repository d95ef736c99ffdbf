import { cleanText } from '#contract/clean-text.ts';
import { idTaken, writeFieldErrors } from '#contract/field-errors.ts';
import { submissionNames } from '#contract/send.ts';
import { MailFailure, type MailResponse } from '../../../mail/failure.ts';

interface GatewayLead {
  /** The answers that hold now. */
  answers: string;
  /** How many submissions changed it. */
  versions: number;
}

/**
 * The server's once-only rules over two maps: submissions by id, leads by the id of their first submission.
 * `tests/fake-gateway.test.ts` compares it with the real server.
 */
export class FakeGateway {
  readonly leads = new Map<string, GatewayLead>();
  readonly submissions = new Map<string, { leadId: string; answers: string }>();
  /** Every request that arrived, as it was sent. */
  readonly requests: Record<string, unknown>[] = [];

  receive(params: Readonly<Record<string, unknown>>): MailResponse {
    this.requests.push({ ...params });
    const names: readonly string[] = submissionNames;
    const answered = Object.entries(params).filter(([name]) => !names.includes(name));
    const cleaned = answered.map(([name, value]) => [name, typeof value === 'string' ? cleanText(value) : value]);
    const answers = JSON.stringify(cleaned);
    const id = String(params['submission_id']);
    const stored = this.submissions.get(id);
    if (stored?.answers === answers) return { status: 200, text: 'OK' };
    if (stored) throw new MailFailure(422, writeFieldErrors([idTaken]));
    const amends = params['amends'];
    const leadId = amends === undefined ? id : (this.submissions.get(String(amends))?.leadId ?? String(amends));
    const lead = this.leads.get(leadId);
    this.submissions.set(id, { leadId, answers });
    const superseded = lead !== undefined && leadId === id;
    if (!superseded) this.leads.set(leadId, { answers, versions: (lead?.versions ?? 0) + 1 });
    return { status: 200, text: 'OK' };
  }
}

/** What happens to a request on its way. */
export type Fate = 'arrives' | 'request lost' | 'answer lost' | 'busy' | 'down' | 'down after storing';

/** Carries a request to the gateway, or loses it, as its fate says. Throws as the mail client does. */
export function carry(gateway: FakeGateway, params: Readonly<Record<string, unknown>>, fate: Fate): MailResponse {
  const lost = new MailFailure(0, 'Network Error');
  if (fate === 'request lost') throw lost;
  if (fate === 'busy') throw new MailFailure(429, 'Too Many Requests');
  if (fate === 'down') throw new MailFailure(503, '');
  if (fate === 'arrives') return gateway.receive(params);
  try {
    gateway.receive(params);
  } catch {
    // The gateway's refusal is lost like any other answer.
  }
  throw fate === 'answer lost' ? lost : new MailFailure(503, '');
}
