/** The history of a request in sentences. Pure. */
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { dealLabels } from './deal-form.ts';

type Sentence = (detail: string | null, isGone?: boolean) => string;

const by =
  (what: string): Sentence =>
  (detail) =>
    detail === null ? what : `${what}: ${detail}`;

/** The sentence of an event whose detail begins with the channel of a message: `sms to Lee Park, perhaps a second time`. */
const byChannel =
  (what: string): Sentence =>
  (detail) =>
    by(what)(detail?.replace(/^sms\b/, 'text') ?? null);

/** The sentence of an event whose detail begins with the kind of end: `done: Lee Park`. The dealership is not named: it alone cancels. */
const whichEnd =
  (what: { readonly done: string; readonly cancelled: string }): Sentence =>
  (detail) => {
    const [, end, rest] = /^(done|cancelled): (.*)$/s.exec(detail ?? '') ?? [];
    return end === 'cancelled' ? what.cancelled : by(what.done)(rest ?? detail);
  };

/** The label of a field of a deal, in a sentence: `lender`, `DMS deal number`. */
const labelOf = (field: string): string =>
  ((dealLabels as Readonly<Record<string, string>>)[field] ?? field).replace(/^[A-Z](?=[a-z])/, (first) =>
    first.toLowerCase(),
  );

/** The detail names who changed the deal, and the fields: `Lee Park: lender, minutes`. */
const dealChanged: Sentence = (detail) => {
  const [, who, fields] = /^(.*): ([\w, ]+)$/s.exec(detail ?? '') ?? [];
  return fields === undefined
    ? by('Deal changed')(detail)
    : `Deal changed by ${who}: ${fields.split(', ').map(labelOf).join(', ')}`;
};

/** The sentences, by the event's kind (`server/requests/tables.ts`). */
const sentences: Readonly<Record<string, Sentence>> = {
  stored: () => 'Requested from the portal',
  'not-texted': by('No text went out'),
  sent: byChannel('Sent'),
  delivered: byChannel('Delivered'),
  undelivered: byChannel('Not delivered'),
  unsure: (detail) =>
    by('A text may have arrived and is sent once more')(/^sms to (.*)$/s.exec(detail ?? '')?.[1] ?? null),
  accepted: by('Accepted'),
  declined: by('Declined'),
  'nobody-left': by('Nobody is left to ask'),
  anydesk: () => 'The store gave its AnyDesk address',
  'asked-anew': () => 'The store changed what it asks for',
  connected: by('Connected'),
  'connected-undone': by('Connected undone'),
  signing: by('Signing'),
  'signing-undone': by('Signing undone'),
  'handed-back': by('Handed back'),
  'handed-off': by('Handed off'),
  released: by('Taken from somebody who cannot take requests any more'),
  'taken-over': by('Taken over'),
  late: by('Accepted, not connected in time'),
  'asked-too': by('Asked when they came on shift'),
  'asked-everybody': (detail) =>
    `It waits for everybody now, because ${detail ?? 'the one it was for'} did not take it`,
  closing: whichEnd({ done: 'Closing', cancelled: 'The store is cancelling' }),
  'closing-undone': whichEnd({ done: 'Done undone', cancelled: 'Cancel undone' }),
  'opened-again': by('Reopened'),
  'code-ended': (_, isGone) =>
    `The access code it came with was revoked or ran out${isGone ? '' : '. Only a newer code of the dealership’s own shows it in the portal'}`,
  deal: dealChanged,
  jacket: by('Jacket changed'),
  done: by('Done'),
  cancelled: by('Cancelled by the store'),
  expired: by('Expired'),
};

/**
 * An event in one line.
 *
 * @param isGone whether the dealership's account was closed or removed, so that it gets no newer code
 */
export const eventText = (kind: string, detail: string | null, isGone = false): string =>
  (sentences[kind] ?? by(kind.replaceAll('-', ' ')))(detail, isGone);

/** What has become of the dealership since; empty when nothing has. */
export function sinceThen({ dealershipName, dealershipNow: now, endedAt }: RequestRecord): string {
  if (!now) return '';
  if (now.removedAt !== null) return 'The dealership was removed.';
  const goesOn = endedAt === null ? '; this request goes on to its end' : '';
  return [
    now.name !== dealershipName && `Now called ${now.name}.`,
    now.closedAt !== null && `The dealership’s account was closed${goesOn}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
