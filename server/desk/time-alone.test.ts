/** What the desk's reads show changes as time passes. No event tells that, so each answer says when it is different. */
import { expect, it, vi } from 'vitest';
import { listAudit } from '#contract/desk/audit-endpoints.ts';
import { sendCodeLink } from '#contract/desk/code-endpoints.ts';
import { addWebhook, makeToken, testWebhook } from '#contract/desk/connection-endpoints.ts';
import { type DealershipRecord, editDealership, viewDealership } from '#contract/desk/dealership-endpoints.ts';
import { listLeads } from '#contract/desk/lead-endpoints.ts';
import { invite } from '#contract/desk/link-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { changeDay, changeHoliday, changeWeek, viewSchedule } from '#contract/desk/schedule-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { isoAfter } from '#server/times.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { changeLeads, changeRequests } from '../../tests/support/every-change.ts';
import { startWatchedDesk, type WatchedDesk } from '../../tests/support/watched-desk.ts';
import { recordsOf, watchLists } from '../../tests/support/watched-reads.ts';

vi.setConfig({ testTimeout: 280_000 });

// What ages does not depend on the engine.
const under = engineUnderTest('sqlite');
const hourMs = 60 * 60_000;

/** Things whose time ends within some hours or days. */
async function makeWhatEnds({ press, get, agent, context, now, deliver, ...watched }: WatchedDesk, store: string) {
  const contact = { id: mintId(), name: 'Cora', role: 'GM', phone: '', mail: 'cora@store.example' };
  const { version } = await get<DealershipRecord>(viewDealership.path.replace(':id', store));
  await press(editDealership, { params: { id: store }, body: { version, patch: { contacts: [contact] } } });
  await context.codes.issue(store, isoAfter(now(), 3.5 * hourMs));
  await press(sendCodeLink, { params: { id: store }, body: { contactId: contact.id, graceHours: 24 } });
  await press(invite, {
    body: { personId: null, name: 'Ivy', email: 'ivy@boxline.example', role: 'agent', by: 'link' },
  });
  await press(makeToken, { body: { name: 'Reports', scopes: ['leads:read'], days: 30 } });
  const evening = [{ from: '15:15', to: '20:45' }];
  const params = { id: agent.personId };
  const week = {
    mon: evening,
    tue: [],
    wed: [],
    thu: [],
    fri: [],
    sat: evening,
    sun: [{ from: '09:10', to: '22:00' }],
  };
  await press(changeWeek, { params, body: { version: 0, week } });
  const hours = { periods: [{ from: '10:20', to: '11:40' }], note: '' };
  await press(changeDay, { params: { ...params, date: '2026-11-28' }, body: { version: 0, hours } });
  const holiday = { name: 'Thanksgiving', periods: [] };
  await press(changeHoliday, { params: { date: '2026-11-22' }, body: { version: 0, holiday } });
  const endpoint = { name: 'Ledger', url: 'https://ledger.example/in', events: ['lead.received' as const] };
  const hook = (await press(addWebhook, { body: endpoint }))['endpoint'] as { id: string };
  await press(testWebhook, { params: { id: hook.id }, body: {} });
  await deliver({ kind: 'temporary', step: 'connect', code: '', reason: 'no connection' } as never);
  await recordsOf({ press, get, agent, context, now, deliver, ...watched }).webhook(hook.id);
  const more = (name: string, path: string, query: string, topics: readonly string[]) =>
    watched.watch(name, { path, url: path + query, topics: () => topics as never });
  await more('late leads', listLeads.path, '?late=yes', readTopics.listLeads);
  await more('next week', viewSchedule.path, '?date=2026-11-25', readTopics.viewSchedule);
}

it('R900 each read whose answer changes by time alone says when', async () => {
  const watched = await startWatchedDesk(under);
  await watchLists(watched);
  const change = async (_name: string, make: () => Promise<unknown>) => void (await make());
  const { store } = await changeRequests(watched, change);
  await changeLeads(watched, change);
  await watched.change(() => makeWhatEnds(watched, store));
  // What was done does not age. Its list has who looked as well, which no event tells.
  watched.reads.delete(listAudit.path);
  const unsaid: string[] = [];
  // The hours in which things end: links and a code; rows that are over and the day; promises.
  for (const [restHours, forHours] of [
    [0, 4],
    [6.5, 2.5],
    [10.5, 2.5],
  ] as const) {
    await watched.pass(restHours * hourMs);
    unsaid.push(...(await watched.passTime(forHours * hourMs)));
  }
  expect([...new Set(unsaid.map((each) => each.replace(/^\S+ /, '')))]).toEqual([]);
});
