/** The same press that reaches the server twice at the same instant, and what it takes of a limit. */
import { describe, expect, it, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { sendPath } from '#contract/send.ts';
import type { Context } from '#server/context.ts';
import { envelopeOf, inquiryParams } from '../../tests/support/answers.ts';
import { createAtOnce } from '../../tests/support/at-once.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 30;

eachEngineRounds((under) => {
  async function start(env: Record<string, string>) {
    const portal = await startPortal(under, { ...wideLimits, ...env });
    return { ...portal, atOnce: createAtOnce(portal.context.storage, 3) };
  }

  /**
   * What the two may be answered. On PostgreSQL one of them may be counted first and the other one looked up first. When that was the
   * last use, the other one is told to come again.
   */
  const mayBe = (times: number) => (times === 1 && under.engine === 'postgres' ? ['200,200', '200,429'] : ['200,200']);
  const inOrder = (statuses: readonly number[]) => statuses.toSorted((one, other) => one - other).join();

  describe('R890 the same press twice at the same instant takes one use of the limit', () => {
    it.each([1, 2])('an inquiry, of %i leads of an address', async (times) => {
      const { app, atOnce } = await start({ LIMIT_LEADS_PER_ADDRESS: `${times}/3600` });
      for (let round = 0; round < roundsOf(rounds); round++) {
        const send = async (submission_id: string) => {
          const payload = { ...envelopeOf('inquiry'), template_params: inquiryParams({ submission_id }) };
          const remoteAddress = `10.0.${times}.${round}`;
          return (await app.inject({ method: 'POST', url: sendPath, payload, remoteAddress })).statusCode;
        };
        const id = mintId();
        expect(mayBe(times), `round ${round}`).toContain(inOrder(await atOnce([() => send(id), () => send(id)])));
        for (let more = 1; more < times; more++) expect(await send(mintId()), `round ${round}`).toBe(200);
        expect(await send(mintId())).toBe(429);
        expect(await send(id)).toBe(200);
      }
    });

    it.each([
      ['a session', 'LIMIT_AGENT_REQUESTS_PER_SESSION', 1],
      ['a session', 'LIMIT_AGENT_REQUESTS_PER_SESSION', 2],
      ['a dealership', 'LIMIT_AGENT_REQUESTS_PER_DEALERSHIP', 1],
    ])('a request, of those of %s (%s=%i)', async (_of, name, times) => {
      const { ownCode, sessionFor, press, atOnce, context } = await start({ [name]: `${times}/3600` });
      const rows = await context.storage.db.selectFrom('dealerships').select('name').execute();
      for (let round = 0; round < roundsOf(Math.min(rounds, rows.length)); round++) {
        const dealershipName = rows[round]?.name ?? '';
        const token = await sessionFor(await ownCode(dealershipName));
        const ask = async (request_id: string) => (await press(token, { request_id, dealershipName })).status;
        const id = mintId();
        expect(mayBe(times), `round ${round}`).toContain(inOrder(await atOnce([() => ask(id), () => ask(id)])));
        for (let more = 1; more < times; more++) expect(await ask(mintId()), `round ${round}`).toBe(200);
        expect(await ask(mintId())).toBe(429);
        expect(await ask(id)).toBe(200);
      }
    });
  });

  describe('R1054 what fails takes nothing of the limit', () => {
    /** Answers while the server cannot store a message, so that what it stores in one transaction with it fails. */
    async function whileFailing(context: Context, ask: () => Promise<number>) {
      const { schema } = context.storage.db;
      await schema.alterTable('messages').renameTo('away').execute();
      const status = await ask();
      await schema.alterTable('away').renameTo('messages').execute();
      return status;
    }

    it('of the leads of an address', async () => {
      const { app, context } = await start({ LIMIT_LEADS_PER_ADDRESS: '1/3600' });
      const payload = { ...envelopeOf('inquiry'), template_params: inquiryParams({ submission_id: mintId() }) };
      const ask = async () => (await app.inject({ method: 'POST', url: sendPath, payload })).statusCode;
      expect(await whileFailing(context, ask)).toBeGreaterThanOrEqual(500);
      expect(await ask()).toBe(200);
    });

    it('of the requests of a session', async () => {
      const { ownCode, sessionFor, press, context } = await start({ LIMIT_AGENT_REQUESTS_PER_SESSION: '1/3600' });
      const { name: dealershipName } = await context.storage.db
        .selectFrom('dealerships')
        .select('name')
        .executeTakeFirstOrThrow();
      const token = await sessionFor(await ownCode(dealershipName));
      const request_id = mintId();
      const ask = async () => (await press(token, { request_id, dealershipName })).status;
      expect(await whileFailing(context, ask)).toBeGreaterThanOrEqual(500);
      expect(await ask()).toBe(200);
    });
  });
});
