/** Whether a request's row, its history and its messages say the same. */
import { expect } from 'vitest';
import type { Storage } from '#server/storage/open.ts';

const endings = ['done', 'cancelled', 'expired'];

/** Checks one request, and returns how it stands: its outcome, or the last thing that an agent said of it. */
export async function auditRequest({ db }: Storage, id: string): Promise<string> {
  const row = await db.selectFrom('agent_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const events = await db
    .selectFrom('request_events')
    .selectAll()
    .where('request_id', '=', id)
    .orderBy('seq')
    .execute();
  const messages = await db.selectFrom('messages').selectAll().where('request_id', '=', id).execute();
  const asking = messages.filter(({ kind }) => kind === 'request-agent');
  const texts = asking.filter(({ channel }) => channel === 'sms');
  const kinds = events.map(({ kind }) => kind);
  const story = `${id}: ${events.map(({ kind, detail }) => (detail === null ? kind : `${kind} (${detail})`)).join(', ')}`;
  const of = (...wanted: string[]) => events.filter(({ kind }) => wanted.includes(kind));
  const times = (column: 'sent_at' | 'delivered_at', of = texts) =>
    of.filter((message) => message[column] !== null).length;

  expect(row.version, story).toBe(events.at(-1)?.seq);
  expect(kinds[0], story).toBe('stored');
  expect(of('stored'), story).toHaveLength(1);

  const ends = of(...endings);
  expect(
    ends.map(({ kind, at }) => [kind, at]),
    story,
  ).toEqual(row.outcome === null ? [] : [[row.outcome, row.ended_at]]);

  const accepted = of('accepted');
  expect(
    accepted.map(({ at, detail }) => [at, detail]),
    story,
  ).toEqual(row.accepted_at === null ? [] : [[row.accepted_at, row.accepted_by]]);
  const connected = of('connected');
  expect(
    connected.map(({ at, detail }) => [at, detail]),
    story,
  ).toEqual(row.connected_at === null ? [] : [[row.connected_at, row.accepted_by]]);
  if (connected.length > 0 || row.outcome === 'done') expect(accepted, story).toHaveLength(1);

  // What people say comes before the end; what a text came to may be heard after it.
  const [end] = ends;
  const said = of('accepted', 'connected', 'anydesk');
  if (end)
    expect(
      said.filter(({ seq }) => seq > end.seq),
      story,
    ).toEqual([]);

  expect(of('sent'), story).toHaveLength(times('sent_at', asking));
  expect(of('delivered'), story).toHaveLength(times('delivered_at'));
  expect(row.sent_at === null, story).toBe(times('sent_at', asking) === 0);
  expect(row.delivered_at === null, story).toBe(times('delivered_at') === 0);
  // What a telephone has was sent, whatever was reported of it beside that.
  for (const text of texts) if (text.delivered_at !== null) expect(text.state, story).toBe('sent');
  // Whoever works on a message gives it back.
  expect(
    messages.filter(({ lease_token }) => lease_token !== null),
    story,
  ).toEqual([]);

  return row.outcome ?? (row.connected_at ? 'connected' : row.accepted_at ? 'accepted' : 'open');
}
