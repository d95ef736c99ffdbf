/** Two servers of one database whose clocks do not agree. */
import { expect, it, onTestFinished } from 'vitest';
import { createContext } from '#server/context.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

const apartMs = 10_000;

eachEngine((under) => {
  it.each([
    ['ahead', apartMs],
    ['behind', -apartMs],
  ])('R383 a server that is ten seconds %s leaves alone a text that another one is sending', async (_, ms) => {
    const sms = await startFakeSms();
    const server = await startPortal(under, { ...wideLimits, ...sms.env });
    const { context } = server;
    const other = createContext(
      { ...context.config, logLevel: 'silent' },
      { siteDir: context.siteDir, now: () => new Date(Date.now() + ms) },
    );
    onTestFinished(() => other.storage.close());
    const token = await server.sessionFor(server.shared.code);
    sms.meet({ kind: 'late', afterMs: 500 }, { kind: 'late', afterMs: 500 });
    const id = await server.ask(token);
    const sending = context.delivery.runDue();
    await expect.poll(() => sms.texts.length).toBe(2);
    await other.delivery.runDue();
    await sending;
    expect(sms.texts.map(({ to }) => to).toSorted()).toEqual(['+12075550121', '+12075550122']);
    expect((await server.historyOf(id)).filter((event) => event.startsWith('sent'))).toEqual([
      'sent: sms',
      'sent: sms',
    ]);
  });
});
