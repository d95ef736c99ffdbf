/** The dealerships screen in words. Pure. */
import { dayRuns } from '#contract/desk/day-runs.ts';
import type { CodeView, DealershipEvent, DealershipRow, Hours, LinkView } from '#contract/desk/dealership-endpoints.ts';
import { type DealershipGap, weekdays } from '#contract/desk/dealerships.ts';
import { calendarText, momentIn } from '../lib/times.ts';

/** The state of a dealership in a word or two. What is missing comes before what is there. */
export function standingText({ closedAt, agreementDate, code }: DealershipRow): string {
  if (closedAt !== null) return 'Closed';
  if (agreementDate === null) return 'No agreement';
  return { none: 'No code', 'link-sent': 'Link sent', unused: 'Code never used', used: 'Code in use' }[code];
}

type Tone = 'closed' | 'missing' | 'pending' | 'good';

/** The state of a dealership as a tone: closed, something missing, code not used yet, or code in use. */
export function toneOf({ closedAt, agreementDate, code }: DealershipRow): Tone {
  if (closedAt !== null) return 'closed';
  if (agreementDate === null || code === 'none') return 'missing';
  return code === 'used' ? 'good' : 'pending';
}

export const gapTexts: Readonly<Record<DealershipGap, string>> = {
  agreement: 'the date of the agreement',
  zone: 'the time zone',
  phone: 'a telephone on file',
  contact: 'a contact whom a mail or text reaches',
  code: 'an access code',
};

/** `Nov 2, 2026` for `2026-11-02`. It is a calendar day, so no time zone changes it. */
export const dateText = (date: string): string => calendarText(date, { dateStyle: 'medium' });

/** `Mon–Fri 9:00 am–8:00 pm, Sat 10:00 am–6:00 pm, Sun closed`: equal days that follow each other are one part. */
export function hoursText(hours: Hours | null): string {
  if (hours === null) return '';
  const clock = (time: string): string => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return `${hour % 12 || 12}:${String(minute).padStart(2, '0')}\u00a0${hour < 12 ? 'am' : 'pm'}`;
  };
  const textOf = (day: Hours[number]) => (day === null ? 'closed' : `${clock(day.opens)}–${clock(day.closes)}`);
  return dayRuns(hours.map((day, at) => [(weekdays[at] ?? '').slice(0, 3), textOf(day)]))
    .map(({ first, last, text }) => `${first === last ? first : `${first}–${last}`} ${text}`)
    .join(', ');
}

const fieldNames: Readonly<Record<string, string>> = {
  name: 'name',
  phone: 'telephone',
  address: 'address',
  website: 'website',
  zone: 'time zone',
  hours: 'hours',
  contacts: 'contacts',
};

/** What happened, as a sentence without its time. */
export function eventText({ kind, by, detail }: DealershipEvent): string {
  const [first = ''] = detail;
  const who = by ?? 'A command';
  const date = kind === 'agreement' && first !== '' ? dateText(first) : '';
  const sentences: Readonly<Record<DealershipEvent['kind'], string>> = {
    made: `${who} made it${detail.length > 0 ? ` from ${detail.join(' and ')}` : ''}`,
    edited: `${who} changed ${detail.map((name) => fieldNames[name] ?? name).join(', ')}`,
    agreement: date === '' ? `${who} took the agreement date away` : `${who} set the agreement to ${date}`,
    'link-sent': `${who} sent ${first || 'a contact'} the link to a code`,
    'link-withdrawn': `${who} withdrew the link`,
    'code-made': by === null ? `Code ${first} was made` : `${by} made code ${first}`,
    'code-rotated': `${who} replaced an earlier code with code ${first}`,
    'code-revoked': `${who} revoked code ${first}`,
    closed: `${who} closed the account`,
    reopened: `${who} reopened the account`,
    removed: `${who} removed it`,
    request: `Asked for a finance manager, ${first}${by === null ? '' : `; ${by} took it`}`,
  };
  return sentences[kind];
}

/** The states of one code in words, without times. */
const codeStateWords: Readonly<Record<CodeView['state'], string>> = {
  holds: 'valid',
  grace: 'replaced, valid until',
  ended: 'ended',
  revoked: 'revoked',
};

/** The state of a code in words, with the time at which that state ends or began. */
export function codeStateText({ state, expiresAt, revokedAt }: CodeView, timeZone: string, nowMs: number): string {
  const at = state === 'revoked' ? revokedAt : expiresAt;
  if (at === null) return codeStateWords[state];
  const when = momentIn(timeZone, at, nowMs);
  return state === 'holds' ? `valid until ${when}` : `${codeStateWords[state]} ${when}`;
}

/** The state of a link's mail or text in words, by the state's name in the outbox. */
const messageStates: Readonly<Record<string, string>> = {
  waiting: 'on its way',
  unsure: 'may have arrived; retrying',
  sent: 'sent',
  failed: 'failed: see Messages',
  expired: 'will not be sent',
};

export function messageText({ channel, state }: LinkView['messages'][number]): string {
  const [what, gateway] = channel === 'mail' ? ['Mail', 'a mail server'] : ['Text', 'a text provider'];
  return `${what} ${state === 'held' ? `waits for ${gateway}` : (messageStates[state] ?? state)}`;
}
