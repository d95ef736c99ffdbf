/** Checks whether a request's row, its history and its messages agree. */
import { expect } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import type { Storage } from '#server/database/open.ts';
import type { RequestEvent } from '#server/requests/service.ts';
import { askedSince, askingKinds } from '#server/requests/store.ts';

const endings = ['done', 'cancelled', 'expired'];

/** Who has a request, and whether it is closing, according to its history. */
function retell(events: readonly RequestEvent[]) {
  let told = {
    accepted_at: null as string | null,
    accepted_by: null as string | null,
    connected_at: null as string | null,
    closing_at: null as string | null,
    handed_back_at: null as string | null,
  };
  for (const { kind, at, detail } of events) {
    const nobodys = { accepted_at: null, accepted_by: null, connected_at: null };
    if (kind === 'accepted') told = { ...told, accepted_at: at, accepted_by: detail };
    if (kind === 'taken-over') {
      told = { ...told, ...nobodys, accepted_at: at, accepted_by: detail?.split(' from ')[0] ?? null };
    }
    if (kind === 'connected') told = { ...told, connected_at: at };
    if (kind === 'connected-undone') told = { ...told, connected_at: null };
    if (kind === 'handed-back') told = { ...told, ...nobodys, handed_back_at: at };
    if (kind === 'closing') told = { ...told, closing_at: at };
    if (kind === 'closing-undone') told = { ...told, closing_at: null };
  }
  return told;
}

/** Checks one request. Returns its state: its outcome, or the last step that an agent reported. */
export async function auditRequest({ db }: Storage, id: string): Promise<string> {
  const row = await db.selectFrom('agent_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const events = await db
    .selectFrom('request_events')
    .selectAll()
    .where('request_id', '=', id)
    .orderBy('seq')
    .execute();
  const messages = await db.selectFrom('messages').selectAll().where('subject_id', '=', id).execute();
  const asking = messages.filter(({ kind }) => askingKinds.some((one) => one === kind));
  const texts = asking.filter(({ channel }) => channel === 'sms');
  const kinds = events.map(({ kind }) => kind);
  const story = `${id}: ${events.map(({ kind, detail }) => (detail === null ? kind : `${kind} (${detail})`)).join(', ')}`;
  const of = (...wanted: string[]) => events.filter(({ kind }) => wanted.includes(kind));
  const times = (column: 'sent_at' | 'delivered_at', of = texts) =>
    of.filter((message) => message[column] !== null).length;

  expect(row.version, story).toBe(events.at(-1)?.seq);
  expect(kinds[0], story).toBe('stored');
  expect(of('stored'), story).toHaveLength(1);

  const told = retell(events);
  const { accepted_at, accepted_by, connected_at, closing_at, handed_back_at } = row;
  expect({ accepted_at, accepted_by, connected_at, closing_at, handed_back_at }, story).toEqual(told);
  // Only a free request is accepted, only an open one closes, and only a closing one is taken back.
  for (const [begins, ends] of [
    [['accepted'], ['handed-back', ...endings]],
    [['closing'], ['closing-undone', ...endings]],
  ] as const) {
    const turns = of(...begins, ...ends).map(({ kind }) => begins.some((begin) => begin === kind));
    expect(
      turns.filter((begin, index) => begin && turns[index - 1] === true),
      story,
    ).toEqual([]);
  }

  const ends = of(...endings);
  expect(
    ends.map(({ kind }) => kind),
    story,
  ).toEqual(row.outcome === null ? [] : [row.outcome]);
  if (row.outcome === 'done' || row.outcome === 'cancelled') {
    expect(row.closing_as, story).toBe(row.outcome);
    expect(Date.parse(row.ended_at ?? ''), story).toBe(Date.parse(closing_at ?? '') + requestTimings.takeBackForMs);
  }
  if (row.outcome === 'done') expect(accepted_by, story).not.toBeNull();

  // Steps of people come before the end. The result of a text may arrive after it.
  const [end] = ends;
  const said = of('accepted', 'connected', 'anydesk', 'handed-back', 'taken-over', 'closing', 'closing-undone');
  if (end)
    expect(
      said.filter(({ seq }) => seq > end.seq),
      story,
    ).toEqual([]);

  expect(of('sent'), story).toHaveLength(times('sent_at', asking));
  expect(of('delivered'), story).toHaveLength(times('delivered_at'));
  // The row tells only of the messages since the request was last handed back.
  const sinceThen = <T extends { created_at: string }>(rows: readonly T[]) =>
    rows.filter(({ created_at }) => created_at >= askedSince(row));
  expect(row.sent_at === null, story).toBe(times('sent_at', sinceThen(asking)) === 0);
  expect(row.delivered_at === null, story).toBe(times('delivered_at', sinceThen(texts)) === 0);
  // A text that reached the telephone was sent, whatever else was reported about it.
  for (const text of texts) if (text.delivered_at !== null) expect(text.state, story).toBe('sent');
  // Every worker that takes a message gives it back.
  expect(
    messages.filter(({ lease_token }) => lease_token !== null),
    story,
  ).toEqual([]);

  return row.outcome ?? (closing_at ? 'closing' : connected_at ? 'connected' : accepted_at ? 'accepted' : 'open');
}
