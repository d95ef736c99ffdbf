/** The streams of cards when the database comes back with an older state, as when a standby takes over that lagged behind. */
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { openEventsWith } from '../../tests/support/events.ts';
import { holdIntervals } from '../../tests/support/held-intervals.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { requestEventsPath } from '../../tests/support/request-paths.ts';
import { createLive } from './live.ts';
import { presentRequest } from './view.ts';

/** Collects who has the request in each event of a stream. */
function heldByOn(stream: Readable): (string | null)[] {
  const seen: (string | null)[] = [];
  stream.on('data', (piece) => {
    for (const [line] of String(piece).matchAll(/^data: .*$/gm)) {
      seen.push((JSON.parse(line.slice('data: '.length)) as RequestView).acceptedBy);
    }
  });
  return seen;
}

eachEngine((under) => {
  async function accepted() {
    const portal = await startPortal(under);
    const { app, context } = portal;
    await app.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    const { db } = context.storage;
    const row = () => db.selectFrom('agent_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const links = await portal.linksOf(id);
    const accept = (name: string) => portal.agent(links[name] ?? '', 'accept');
    const earlier = await row();
    /** Gives the database the state from before anybody had accepted. */
    const goBack = () => db.updateTable('agent_requests').set(earlier).where('id', '=', id).execute();
    /** Opens a stream; `lastEventId` is sent by readers of streams that go on where they were cut. */
    const open = (lastEventId = 0) =>
      openEventsWith(`${origin}${requestEventsPath(id)}`, {
        authorization: `Bearer ${token}`,
        'last-event-id': String(lastEventId),
      });
    return { context, id, row, accept, goBack, open };
  }

  describe('R908 a database that comes back with an older state', () => {
    it('is shown by an open stream within a second, and what happens from then on too', async () => {
      const { accept, goBack, open } = await accepted();
      const { secondPasses } = holdIntervals();
      await accept('Marlow Finch');
      const events = await open();
      expect(await events.next()).toMatchObject({ data: { acceptedBy: 'Marlow Finch' } });
      await goBack();
      await secondPasses();
      expect(await events.next()).toMatchObject({ data: { state: 'stored', acceptedBy: null } });
      await accept('Tamsin Okoro');
      expect(await events.next()).toMatchObject({ data: { acceptedBy: 'Tamsin Okoro' } });
    });

    it('is shown by a stream that goes on after a version which is gone', async () => {
      const { row, accept, goBack, open } = await accepted();
      await accept('Marlow Finch');
      const { version } = await row();
      await goBack();
      const events = await open(version);
      expect(await events.next()).toMatchObject({ data: { state: 'stored', acceptedBy: null } });
    });

    it('is shown by a stream that goes on after a version which means something else by now', async () => {
      const { context, row, accept, open } = await accepted();
      await accept('Marlow Finch');
      const { version } = await row();
      // Another agent accepted in the older state, which reached the same version so.
      await context.storage.db.updateTable('agent_requests').set({ accepted_by: 'Tamsin Okoro' }).execute();
      const events = await open(version);
      expect(await events.next()).toMatchObject({ data: { acceptedBy: 'Tamsin Okoro' } });
    });

    it('and reached the same version on another way while this server could not ask is shown as it stands', async () => {
      const { context, row, accept } = await accepted();
      let isAway = false;
      const failed = Promise.withResolvers<unknown>();
      const live = createLive({
        ...context,
        storage: {
          get db() {
            if (isAway) throw new Error('away');
            return context.storage.db;
          },
        },
        onError: failed.resolve,
        mostPerSession: 4,
        mostPerAddress: 4,
      });
      await accept('Marlow Finch');
      const { secondPasses } = holdIntervals();
      const found = await row();
      const view = presentRequest(found, context);
      const sessionId = found.session_id ?? '';
      const stream = live.open(view, { kind: 'session', sessionId }, 'address');
      if (!stream) throw new Error('no stream');
      onTestFinished(live.endAll);
      const seen = heldByOn(stream);
      await expect.poll(() => seen).toEqual(['Marlow Finch']);
      isAway = true;
      await secondPasses();
      await failed.promise;
      // Another agent accepted in the older state, which reached the same version so.
      await context.storage.db.updateTable('agent_requests').set({ accepted_by: 'Tamsin Okoro' }).execute();
      isAway = false;
      await expect
        .poll(async () => {
          await secondPasses();
          return seen;
        })
        .toEqual(['Marlow Finch', 'Tamsin Okoro']);
    });
  });
});
