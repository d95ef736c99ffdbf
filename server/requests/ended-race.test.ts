/** A dealership asks for an agent at the instant at which what it asks with ends, many times: no request comes after the end. */
import { setImmediate as soon } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { sessionPath } from '#contract/portal.ts';
import { mintId } from '#contract/reference.ts';
import { writeSetting } from '#server/settings/service.ts';
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
    /** Asks while `end` runs. Whether the request was there when that had ended, and whether it is there in the end. */
    async function meet(token: string, end: () => Promise<unknown>, waits: number) {
      const id = mintId();
      const ending = async () => {
        for (let turn = 0; turn < waits; turn++) await soon();
        await end();
        return (await find(id)) !== undefined;
      };
      const [asked, before] = await Promise.all([press(token, { request_id: id }), ending()]);
      const stored = (await find(id)) !== undefined;
      expect(stored).toBe(asked.text === '{"success":true}');
      expect(stored, 'a request was stored after the end').toBe(before);
    }
    return { ...server, dealershipId, begin, meet, switchOn };
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
    const { context, call, begin, meet } = await start();
    for (let round = 0; round < rounds; round++) {
      const { codeId, token } = await begin();
      const ends = [
        () => call('DELETE', sessionPath, token),
        () => context.codes.revoke({ id: codeId }),
        () => context.codes.rotate({ id: codeId }, 0),
      ] as const;
      await meet(token, ends[round % 3] ?? ends[0], round % 4);
    }
  });

  it('R288 of a dealership whose account is closed, or that is removed', async () => {
    const { context, begin, meet, dealershipId, shared, sessionFor } = await start();
    const everybody = await sessionFor(shared.code);
    for (let round = 0; round < rounds; round++) {
      const token = round % 2 === 0 ? everybody : (await begin()).token;
      await meet(token, () => context.dealerships.close(null, { id: dealershipId }), round % 4);
      await context.dealerships.reopen(null, { id: dealershipId });
    }
    const { token } = await begin();
    await meet(token, () => context.dealerships.remove(null, dealershipId), 0);
  });

  it('R288 while Text Agent is switched off', async () => {
    const { context, begin, meet, switchOn } = await start();
    for (let round = 0; round < rounds; round++) {
      const { token } = await begin();
      await meet(token, () => context.settings.setTextAgent(false, { by: null }), round % 4);
      await switchOn();
    }
  });
});
