/** Two servers of one database whose clocks do not agree. */
import { expect, it, onTestFinished } from 'vitest';
import { createContext } from '#server/context.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { createAtOnce } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngine, onPostgres } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
/** Two people on shift have a telephone. */
const textsOfRequest = 2;
/** The provider answers after this long: time enough for both servers to look again. */
const answersAfterMs = 400;

const clockAhead = (ms: number) => () => new Date(Date.now() + ms);

/** Two servers whose clocks are ahead by so much, or behind. The first one takes requests. */
async function startBoth(under: EngineUnderTest, [firstMs, otherMs]: readonly [number, number]) {
  const sms = await startFakeSms();
  const env = { ...wideLimits, SMS_PER_HOUR: '1000', ...sms.env };
  const server = await startPortal(under, env, { now: clockAhead(firstMs) });
  const { context } = server;
  const other = createContext(
    { ...context.config, logLevel: 'silent' },
    { siteDir: context.siteDir, now: clockAhead(otherMs) },
  );
  onTestFinished(() => other.storage.close());
  const late = { kind: 'late', afterMs: answersAfterMs } as const;
  /** A new request, whose texts take a moment each. */
  async function ask(): Promise<string> {
    sms.meet(...Array<typeof late>(textsOfRequest).fill(late));
    return server.ask(await server.sessionFor(server.shared.code));
  }
  const sentEvents = async (id: string) => (await server.historyOf(id)).filter((event) => event.startsWith('sent'));
  return { sms, server, context, other, ask, sentEvents };
}

eachEngine((under) => {
  it.each([
    ['ahead', 10 * secondMs],
    ['behind', -10 * secondMs],
  ])('R383 a server that is ten seconds %s leaves alone a text that another one is sending', async (_, apartMs) => {
    const { sms, context, other, ask, sentEvents } = await startBoth(under, [0, apartMs]);
    const id = await ask();
    const sending = context.delivery.runDue();
    await expect.poll(() => sms.texts.length).toBe(2);
    await other.delivery.runDue();
    await sending;
    expect(sms.texts.map(({ to }) => to).toSorted()).toEqual(['+12075550121', '+12075550122']);
    expect(await sentEvents(id)).toEqual(Array(2).fill(expect.stringMatching(/^sent: sms to ./)));
  });
});

onPostgres((under) => {
  // The earlier one takes the requests, so that both see at once that the texts are due.
  it.each([
    ['right', 'a minute ahead', 0, 1],
    ['right', 'ten minutes ahead', 0, 10],
    ['ten minutes behind', 'right', -10, 0],
    ['five minutes behind', 'five ahead', -5, 5],
  ])(
    'R470 of two servers that look at the same instant, one %s and one %s, one sends each text',
    async (_, __, first, second) => {
      const { sms, context, other, ask, sentEvents } = await startBoth(under, [first * minuteMs, second * minuteMs]);
      const atOnce = createAtOnce(context.storage);
      for (let round = 1; round <= 8; round++) {
        const id = await ask();
        const sending = atOnce([context.delivery.runDue, other.delivery.runDue]);
        await expect.poll(() => sms.texts.length).toBe(round * textsOfRequest);
        // While the provider keeps both waiting, they look again.
        await atOnce([context.delivery.runDue, other.delivery.runDue]);
        await sending;
        expect(sms.texts.length, `round ${round}`).toBe(round * textsOfRequest);
        expect(await sentEvents(id)).toEqual(Array(2).fill(expect.stringMatching(/^sent: sms to ./)));
        await context.agentRequests.cancel(id);
      }
    },
  );
});
