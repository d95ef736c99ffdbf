/** A code opens the portal at the instant at which it ends, many times: nothing is opened after the end. */
import { expect, it, vi } from 'vitest';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

const rounds = 6;

eachEngineRounds((under) => {
  async function start() {
    const server = await startPortal(under, wideLimits);
    const { codes, dealerships, storage } = server.context;
    const { id: dealershipId = '' } = (await dealerships.list()).find(({ name }) => name === dealer.name) ?? {};
    /** What ends a code. `own`: a code of the dealership's own. */
    const ends: readonly { readonly own: boolean; readonly end: (id: string) => Promise<unknown> }[] = [
      { own: true, end: (id) => codes.revoke({ id }) },
      { own: true, end: (id) => codes.rotate({ id }, 0) },
      { own: true, end: () => dealerships.close(null, { id: dealershipId }) },
      { own: false, end: () => codes.endShared(true) },
    ];
    const issue = async (own: boolean) => {
      await codes.allowShared();
      await dealerships.reopen(null, { id: dealershipId });
      return codes.issue(own ? dealershipId : null, null);
    };
    const sessionsOf = (id: string) =>
      storage.db.selectFrom('portal_sessions').select('id').where('code_id', '=', id).execute();
    const usedAt = async (id: string) =>
      (
        await storage.db
          .selectFrom('access_codes')
          .select('last_used_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).last_used_at;
    return { ...server, ends, issue, sessionsOf, usedAt };
  }

  it('R903 a code that ended after it was looked at opens nothing, and was not used', async () => {
    const { context, open, ends, issue, sessionsOf, usedAt } = await start();
    const { storage } = context;
    for (const { own, end } of ends) {
      const { id, code } = await issue(own);
      const store = storage.transaction.bind(storage);
      vi.spyOn(storage, 'transaction').mockImplementationOnce(async (work) => {
        await end(id);
        return store(work);
      });
      const answer = await open(code);
      const wrong = await open('WRNG-WRNG-WRNG');
      expect({ status: answer.status, text: answer.text }).toEqual({ status: wrong.status, text: wrong.text });
      expect(await sessionsOf(id)).toEqual([]);
      expect(await usedAt(id)).toBeNull();
    }
  });

  it('R903 of a code that ends and a dealership that opens the portal with it, one comes first', async () => {
    const { context, open, ends, issue, sessionsOf, usedAt } = await start();
    const atOnce = createAtOnce(context.storage);
    await playRounds(rounds, ['opened first', 'ended first'], async (round) => {
      const ending = ends[round % ends.length];
      if (!ending) throw new Error('nothing ends the code');
      const { id, code } = await issue(ending.own);
      const [opened, before] = await atOnce([
        () => open(code, `10.8.${round}.1`),
        async () => {
          await ending.end(id);
          return (await sessionsOf(id)).length;
        },
      ]);
      const isOpened = opened.status === 200;
      expect(await sessionsOf(id), 'a session was stored after the end').toHaveLength(before);
      expect(isOpened ? 1 : 0, opened.text).toBe(before);
      expect((await usedAt(id)) !== null).toBe(isOpened);
      return isOpened ? 'opened first' : 'ended first';
    });
  });
});
