/** Every change at the desk, and every read of it: what a change alters is read again by the consoles that show it. */
import { expect, it, vi } from 'vitest';
import { isStaffOnly } from '#contract/endpoint.ts';
import { endpointsOf } from '#server/http/endpoint.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { changeDealerships, changeLeads, changeRequests } from '../../tests/support/every-change.ts';
import { changeOperation, changePeople } from '../../tests/support/every-change-of-staff.ts';
import { startWatchedDesk } from '../../tests/support/watched-desk.ts';
import { watchLists } from '../../tests/support/watched-reads.ts';

vi.setConfig({ testTimeout: 280_000 });

// What is told does not depend on the engine.
const under = engineUnderTest('sqlite');

/** What no console keeps: it is read each time it is shown, or comes by the stream. */
const notKept = /\/(?:people\/:id|stream|rings|push|preview|session|exports\/:token|erasures\/:id)$/;

/** Presses of somebody's own account and session, and presses that only ask. */
const ownPress =
  /^\/api\/desk\/(?:session|account|links|set-up|password|recovery|push|rings|exports|audit\/seen|person-requests|invitations\/accept|invitations\/:id\/confirm|people\/:id\/device-link|first-hour\/remove-samples)/;

it('R860 each read that a change alters is told to be read again, on every screen', async () => {
  const watched = await startWatchedDesk(under);
  await watchLists(watched);
  const stale: string[] = [];
  const vain: string[] = [];
  const change = async (name: string, make: () => Promise<unknown>) => {
    const found = await watched.change(make);
    stale.push(...found.stale.map((read) => `${name}: ${read}`));
    if (found.changed.length === 0) vain.push(name);
  };
  const { store, second } = await changeRequests(watched, change);
  const { made, two } = await changeLeads(watched, change);
  await changeDealerships(watched, change, store, made);
  const { added, remove } = await changePeople(watched, change);
  await changeOperation(watched, change, { lead: two, request: second, store, person: watched.agent.personId });
  for (const id of [watched.agent.personId, added]) await change('a person leaves', () => remove(id));
  expect({ stale, vain }).toEqual({ stale: [], vain: [] });

  const ofDesk = endpointsOf(watched.app).filter(isStaffOnly);
  const pathsOf = (method: 'GET' | 'POST') => ofDesk.flatMap((each) => (each.method === method ? [each.path] : []));
  const watchedPaths = new Set([...watched.reads.values()].map(({ path }) => path));
  expect(pathsOf('GET').filter((path) => !watchedPaths.has(path) && !notKept.test(path))).toEqual([]);
  expect(pathsOf('POST').filter((path) => !watched.pressed.has(path) && !ownPress.test(path))).toEqual([]);
});
