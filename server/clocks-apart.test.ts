/** Two servers of one database run on machines whose clocks are ten minutes apart. Each judges what the other writes as its own. */
import { expect, it } from 'vitest';
import { brand } from '#brand/brand.ts';
import { mintId } from '#contract/reference.ts';
import { startFakeSms } from '../tests/fakes/sms.ts';
import { inquiryParams } from '../tests/support/answers.ts';
import { createAtOnce } from '../tests/support/at-once.ts';
import { startDesk } from '../tests/support/desk.ts';
import { type EngineUnderTest, onPostgres } from '../tests/support/each-engine.ts';
import { nothingTold } from '../tests/support/hand-off.ts';
import { everyDay } from '../tests/support/scheduled-night.ts';
import { wideLimits } from '../tests/support/wide-limits.ts';

const minuteMs = 60_000;
const offMs = 5 * minuteMs;

/** Starts a server whose machine's clock is five minutes behind, and one whose clock is five minutes ahead. */
async function startBoth(under: EngineUnderTest, env: Record<string, string> = {}) {
  const place = await under.newPlace();
  const start = async (aheadMs: number) => {
    const overrides = { wallMs: () => Date.now() + aheadMs };
    const server = await startDesk({ ...under, newPlace: async () => place }, { ...wideLimits, ...env }, overrides);
    await server.context.clock.ask();
    return server;
  };
  const behind = await start(-offMs);
  const ahead = await start(offMs);
  return { behind, ahead, atOnce: createAtOnce(behind.context.storage) };
}

/** The time on a clock in the brand's zone at a moment. */
const clockOf = (ms: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: brand.timeZone, hour: '2-digit', minute: '2-digit' }).format(ms);

type Both = Awaited<ReturnType<typeof startBoth>>;

const askOf = async ({ ask, sessionFor, shared }: Both['behind'], what = {}) =>
  ask(await sessionFor(shared.code), what);

const alertsOf = ({ context }: Both['behind']) => context.storage.db.selectFrom('alerts').select('kind').execute();

onPostgres((under) => {
  it('R471 a cancel can be taken back for its minute, whichever server looks at the same instant', async () => {
    const { behind, ahead, atOnce } = await startBoth(under);
    for (let round = 0; round < 8; round++) {
      const id = await askOf(behind, { additionalInfo: mintId() });
      expect(await behind.context.agentRequests.cancel(id)).toBe(true);
      const [, takenBack] = await atOnce([
        () => ahead.context.agentRequests.sweep(),
        () => behind.context.agentRequests.takeBack(id),
      ]);
      expect(takenBack, `round ${round}`).toBe(true);
    }
  });

  it('R471 a request that nobody has accepted alerts nobody before its 45 seconds are over, and keeps its times', async () => {
    const { behind, ahead } = await startBoth(under);
    const { db } = behind.context.storage;
    const times = () =>
      db.selectFrom('agent_requests').select(['id', 'created_at', 'expires_at']).orderBy('id').execute();
    await askOf(behind);
    await askOf(ahead, { additionalInfo: 'another' });
    const before = await times();
    for (const { context } of [ahead, behind]) await context.agentRequests.sweep();
    expect(await times()).toEqual(before);
    expect(await alertsOf(ahead)).toEqual([]);
  });

  it('R471 what was handed off to one person waits its minute for that person', async () => {
    const { behind, ahead } = await startBoth(under);
    const id = await askOf(behind);
    const from = await behind.signInAs('agent');
    const { personId } = await behind.signInAs('agent');
    const actor = { personId: from.personId, name: from.name };
    const people = behind.context.storage.db.selectFrom('people').selectAll();
    const to = await people.where('id', '=', personId).executeTakeFirstOrThrow();
    const { agentRequests } = behind.context;
    expect(await agentRequests.step('accept', id, actor)).toBe(true);
    expect(await agentRequests.step('hand-off', id, actor, { handOff: { ...nothingTold, to } })).toBe(true);
    await ahead.context.agentRequests.sweep();
    expect(await agentRequests.find(id)).toMatchObject({ waits_for_id: personId });
  });

  it('R471 a text that was refused waits as long as its schedule says, whichever server tries again', async () => {
    const sms = await startFakeSms();
    const { behind, ahead } = await startBoth(under, sms.env);
    const away = { kind: 'error', status: 503 } as const;
    sms.meet(away, away, away, away);
    await askOf(behind);
    await behind.context.delivery.runDue();
    expect(sms.texts).toHaveLength(2);
    await ahead.context.delivery.runDue();
    await ahead.context.delivery.runDue();
    expect(sms.texts).toHaveLength(2);
  });

  it('R471 a message that one server wrote is due at once for the other', async () => {
    const sms = await startFakeSms();
    const { behind, ahead } = await startBoth(under, sms.env);
    await askOf(ahead);
    await behind.context.delivery.runDue();
    expect(sms.texts).toHaveLength(2);
  });

  it('R471 a proof that somebody gave one server is fresh for the other, and their session open', async () => {
    const { behind, ahead } = await startBoth(under);
    const { cookie } = await behind.signInAs('admin');
    const body = { name: 'Back office', scopes: ['leads:read'], days: 30 };
    const answer = await ahead.desk('POST', '/api/desk/connections/tokens', { cookie, body });
    expect(answer.status, answer.text).toBe(200);
    const other = await ahead.signInAs('admin');
    expect((await behind.desk('GET', '/api/desk/connections/tokens', { cookie: other.cookie })).status).toBe(200);
  });

  it('R471 a program that reads what changed from one server misses nothing that the other writes', async () => {
    const { behind, ahead } = await startBoth(under);
    const { cookie } = await behind.signInAs('admin');
    const body = { name: 'Back office', scopes: ['leads:read'], days: 30 };
    const { token } = (await behind.desk('POST', '/api/desk/connections/tokens', { cookie, body })).json<{
      token: string;
    }>();
    const read = async (cursor: string | undefined) => {
      const url = `/api/v1/leads${cursor === undefined ? '' : `?cursor=${cursor}`}`;
      const answer = await ahead.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
      return answer.json<{ data: { id: string }[]; nextCursor: string }>();
    };
    const submission_id = mintId();
    await ahead.send('inquiry', inquiryParams({ dealership_name: 'First Store' }));
    const { nextCursor } = await read(undefined);
    await behind.send('inquiry', inquiryParams({ dealership_name: 'Late Store', submission_id }));
    expect((await read(nextCursor)).data.map(({ id }) => id)).toContain(submission_id);
  });

  it('R471 a shift ends at its hour, not when the clock of a server says so', async () => {
    const { behind, ahead } = await startBoth(under);
    const { db } = behind.context.storage;
    const { personId } = await behind.signInAs('agent');
    // The hours end within the five minutes by which one server is ahead.
    const week = everyDay(`${clockOf(Date.now() - 60 * minuteMs)}-${clockOf(Date.now() + 3 * minuteMs)}`);
    expect(await behind.context.schedule.changeWeek(null, personId, 0, week)).toEqual({ kind: 'done' });
    await db.updateTable('people').set({ on_shift_at: behind.context.now().toISOString() }).execute();
    for (const { context } of [ahead, behind, ahead]) await context.schedule.look();
    const found = db.selectFrom('people').select('on_shift_at').where('id', '=', personId);
    expect(await found.executeTakeFirst()).toEqual({ on_shift_at: expect.any(String) });
  });
});
