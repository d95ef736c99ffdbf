/**
 * The classes of record of the privacy policy: what each holds, and the event with which its retention time begins. The times are
 * the operator's (`brand/legal.ts`). The policy, docs/security.md and the sweep (`server/retention`) are made from both.
 */

export const recordClassIds = ['account', 'transaction', 'communication', 'technical'] as const;
export type RecordClassId = (typeof recordClassIds)[number];

/** How long something is kept after its starting event: years of the calendar, days of 24 hours, or hours. */
export type KeptFor = { readonly years: number } | { readonly days: number } | { readonly hours: number };

interface RecordClass {
  readonly name: string;
  readonly holds: string;
  /** Continues a text that ends with "after". */
  readonly startsAt: string;
}

export const recordClasses: Readonly<Record<RecordClassId, RecordClass>> = {
  account: {
    name: 'Account data',
    holds: 'Your intake and the account made of it: store, people, addresses, lenders, consent to texts',
    startsAt: 'the account was closed',
  },
  transaction: {
    name: 'Transaction records',
    holds: 'Requests for an agent, deals we worked on, invoices and payments',
    startsAt: 'the request ended or the call was logged',
  },
  communication: {
    name: 'Communication logs',
    holds: 'Inquiries, e-mails and texts between us, and when they were sent',
    startsAt: 'the message was written, or the inquiry last changed',
  },
  technical: {
    name: 'Technical logs',
    holds: 'What the server did and when, by reference number; no answers and no visitor addresses',
    startsAt: 'the entry was written',
  },
};

/** What ends earlier than the rest of its class. */
export const soonerEnding = {
  anydesk: { class: 'transaction', name: 'AnyDesk addresses', startsAt: 'the request ended' },
  notes: {
    class: 'transaction',
    name: 'Notes of a request or a call, and the name of who asked',
    startsAt: 'the request ended or the call was logged',
  },
} as const satisfies Record<
  string,
  { readonly class: RecordClassId; readonly name: string; readonly startsAt: string }
>;
export type SoonerId = keyof typeof soonerEnding;

/** Replaces an erased text in columns that must not be empty. */
export const erasedWord = 'erased';

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** `7 years`, `30 days`, `24 hours`. */
export function timeInWords(kept: KeptFor): string {
  if ('years' in kept) return counted(kept.years, 'year');
  return 'days' in kept ? counted(kept.days, 'day') : counted(kept.hours, 'hour');
}

/** How long a class is kept, in the policy's words. Account data is also kept while the account is open. */
export const keptInWords = (id: RecordClassId, kept: KeptFor): string =>
  id === 'account' ? `while active, plus ${timeInWords(kept)}` : timeInWords(kept);

const hourMs = 60 * 60_000;

/** The moment this long before another one: what started earlier has expired. February 29 becomes March 1 in other years. */
export function timeBefore(kept: KeptFor, now: Date): Date {
  if (!('years' in kept)) return new Date(now.getTime() - ('days' in kept ? kept.days * 24 : kept.hours) * hourMs);
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - kept.years);
  return before;
}
