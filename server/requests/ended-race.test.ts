/** A dealership asks for an agent at the instant at which what it asks with ends, many times: no request comes after the end. */
import { expect, it, vi } from 'vitest';
import { sessionPath } from '#contract/portal.ts';
import { mintId } from '#contract/reference.ts';
import { writeSetting } from '#server/settings/service.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

const rounds = 6;

eachEngineAlways((under) => {
  async function start() {
    const server = await startPortal(under, wideLimits);
    const { context, press, sessionFor } = server;
    const { db } = context.storage;
    const { id: dealershipId = '' } = (await context.dealerships.list()).find(({ name }) => name === dealer.name) ?? {};
    const find = (id: string) => db.selectFrom('agent_requests').select('id').where('id', '=', id).executeTakeFirst();
    const begin = async () => {
      const { id: codeId, code } = await context.codes.issue(dealershipId, null);
      return { codeId, token: await sessionFor(code) };
    };
    /** Written straight: the desk switches it on only where a request would reach somebody. */
    const switchOn = () => writeSetting(db, 'text-agent', 'on', context.now().toISOString());
    // A press asks the database some fifteen times before it stores the request.
    const atOnce = createAtOnce(context.storage, 40);
    /** Asks while `end` runs. A request that is there in the end was there when that had ended. */
    async function meet(token: string, end: () => Promise<unknown>) {
      const id = mintId();
      const [asked, before] = await atOnce([
        () => press(token, { request_id: id }),
        () => end().then(async () => (await find(id)) !== undefined),
      ]);
      const stored = (await find(id)) !== undefined;
      expect(stored).toBe(asked.text === '{"success":true}');
      expect(stored, 'a request was stored after the end').toBe(before);
      return stored ? 'asked first' : 'ended first';
    }
    const play = (round: (at: number) => Promise<string>) => playRounds(rounds, ['asked first', 'ended first'], round);
    return { ...server, dealershipId, begin, meet, play, switchOn };
  }

  it('R288 that ended after it was looked at and before the request is stored', async () => {
    const { context, call, press, begin, dealershipId, shared, sessionFor, switchOn } = await start();
    const { storage, codes, dealerships, settings } = context;
    const endings: readonly ((begun: { readonly codeId: string; readonly token: string }) => Promise<unknown>)[] = [
      ({ token }) => call('DELETE', sessionPath, token),
      ({ codeId }) => codes.revoke({ id: codeId }),
      () => settings.setTextAgent(false, { by: null }),
      () => dealerships.close(null, { id: dealershipId }),
    ];
    for (const [at, end] of endings.entries()) {
      // A code of its own ends with the account, so the account is closed on somebody with the code that dealerships share.
      const isLast = at === endings.length - 1;
      const begun = isLast ? { codeId: shared.id, token: await sessionFor(shared.code) } : await begin();
      const store = storage.transaction.bind(storage);
      vi.spyOn(storage, 'transaction').mockImplementationOnce(async (work) => {
        await end(begun);
        return store(work);
      });
      const answer = await press(begun.token, { request_id: mintId() });
      expect(answer.text).not.toBe('{"success":true}');
      expect(await storage.db.selectFrom('agent_requests').select('id').execute()).toEqual([]);
      await switchOn();
    }
  });

  it('R288 of a session that is signed out, or whose code is revoked or rotated', async () => {
    const { context, call, begin, meet, play } = await start();
    await play(async (round) => {
      const { codeId, token } = await begin();
      const ends = [
        () => call('DELETE', sessionPath, token),
        () => context.codes.revoke({ id: codeId }),
        () => context.codes.rotate({ id: codeId }, 0),
      ] as const;
      return meet(token, ends[round % 3] ?? ends[0]);
    });
  });

  it('R288 of a dealership whose account is closed, or that is removed', async () => {
    const { context, begin, meet, play, dealershipId, shared, sessionFor } = await start();
    const everybody = await sessionFor(shared.code);
    await play(async (round) => {
      const token = round % 2 === 0 ? everybody : (await begin()).token;
      const outcome = await meet(token, () => context.dealerships.close(null, { id: dealershipId }));
      await context.dealerships.reopen(null, { id: dealershipId });
      return outcome;
    });
    const { token } = await begin();
    await meet(token, () => context.dealerships.remove(null, dealershipId));
  });

  it('R288 while Text Agent is switched off', async () => {
    const { context, begin, meet, play, switchOn } = await start();
    await play(async () => {
      const { token } = await begin();
      const outcome = await meet(token, () => context.settings.setTextAgent(false, { by: null }));
      await switchOn();
      return outcome;
    });
  });
});
