/** The history of a request in sentences. Pure. */

type Sentence = (detail: string | null) => string;

const by =
  (what: string): Sentence =>
  (detail) =>
    detail === null ? what : `${what}: ${detail}`;

/** By the event's kind (`server/requests/tables.ts`). */
const sentences: Readonly<Record<string, Sentence>> = {
  stored: () => 'Requested from the portal',
  'not-texted': by('No text went out'),
  sent: by('Sent'),
  delivered: by('Delivered'),
  undelivered: by('Not delivered'),
  unsure: by('A text may have arrived and is sent once more'),
  accepted: by('Accepted'),
  declined: by('Not me'),
  'nobody-left': by('Nobody is left to ask'),
  anydesk: () => 'The store gave its AnyDesk address',
  'asked-anew': () => 'The store changed what it asks for',
  connected: by('Connected'),
  'connected-undone': by('Connected taken back'),
  signing: by('Signing'),
  'signing-undone': by('Signing taken back'),
  'handed-back': by('Handed back'),
  'handed-off': by('Handed off'),
  released: by('Taken from somebody who cannot take requests any more'),
  'taken-over': by('Taken over'),
  late: by('Accepted, not connected in time'),
  closing: by('Closing'),
  reopened: by('Opened again'),
  done: by('Done'),
  cancelled: by('Cancelled by the store'),
  expired: () => 'Nobody accepted it in time',
  logged: by('Call logged'),
};

/** What happened, in one line. */
export const eventText = (kind: string, detail: string | null): string =>
  (sentences[kind] ?? by(kind.replaceAll('-', ' ')))(detail);
