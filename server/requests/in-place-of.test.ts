/** A request replaces an earlier one of which the page does not know whether it arrived. The earlier one arrives before, after or with it. */
import { expect, it, vi } from 'vitest';
import { sessionPath } from '#contract/portal.ts';
import { mintId } from '#contract/reference.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { dealerWithoutPhone, startPortal } from '../../tests/support/portal.ts';
import { cancelPath, takeBackPath } from '../../tests/support/request-paths.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

const rounds = 12;
const success = '{"success":true}';

eachEngineAlways((under) => {
  async function start() {
    const server = await startPortal(under, wideLimits);
    const { context, press, shared, sessionFor } = server;
    const token = await sessionFor(shared.code);
    const ask = async (request: object) => (await press(token, request)).text;
    /** How those stand that were stored: whether each runs or is being cancelled. */
    const standing = async () => {
      const rows = await context.storage.db
        .selectFrom('agent_requests')
        .select(['id', 'closing_as'])
        .where('ended_at', 'is', null)
        .execute();
      return Object.fromEntries(rows.map(({ id, closing_as: as }) => [id, as ?? 'runs']));
    };
    const accept = (id: string) =>
      context.storage.db
        .updateTable('agent_requests')
        .set({ accepted_at: context.now().toISOString(), accepted_by: 'Marlow Finch' })
        .where('id', '=', id)
        .execute();
    return { ...server, token, ask, standing, accept };
  }

  it('R513 that arrived before it is ended, once', async () => {
    const { ask, standing, historyOf } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first });
    const edited = { request_id: second, instead_of: [first], additionalInfo: 'Warranty' };
    expect(await ask(edited)).toBe(success);
    expect(await ask(edited)).toBe(success);
    expect(await standing()).toEqual({ [second]: 'runs' });
    const ends = (await historyOf(first)).filter((event) => event.startsWith('cancelled'));
    expect(ends).toEqual(['cancelled: another request took its place']);
  });

  it('R1081 is not counted as missed when other answers of its press take its place', async () => {
    const { ask, context } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first });
    await ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' });
    expect(await context.figures.view({})).toMatchObject({
      totals: { missed: 0 },
      missed: [],
      endings: [
        { ending: 'cancelled', requests: 1 },
        { ending: 'open', requests: 1 },
      ],
    });
  });

  it('R513 that arrives after it, or after the one that took its place in turn, is not stored', async () => {
    const { ask, standing } = await start();
    const [first, second, third] = [mintId(), mintId(), mintId()];
    await ask({ request_id: third, instead_of: [first, second], additionalInfo: 'Warranty' });
    expect(await ask({ request_id: first })).toContain('already received');
    expect(await ask({ request_id: second, instead_of: [first], additionalInfo: 'GAP' })).toContain('already received');
    expect(await standing()).toEqual({ [third]: 'runs' });
  });

  it('R513 that arrives after it at a server whose clock is two days ahead is not stored', async () => {
    const { ask, standing, accept, context } = await start();
    const [first, second, kept] = [mintId(), mintId(), mintId()];
    /** What another server stored lies two days back for the one that is ahead. */
    const twoDaysLater = () =>
      context.storage.db
        .updateTable('agent_requests')
        .set({ created_at: new Date(context.now().getTime() - 48 * 3_600_000).toISOString() })
        .execute();
    await ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' });
    await twoDaysLater();
    expect(await ask({ request_id: first })).toContain('already received');
    expect(await standing()).toEqual({ [second]: 'runs' });

    // The same where an agent had the earlier request, which got the answers of the later press.
    await accept(second);
    await ask({ request_id: kept, instead_of: [second], additionalInfo: 'GAP' });
    await twoDaysLater();
    await ask({ request_id: kept, instead_of: [second], additionalInfo: 'GAP' });
    expect(await standing()).toEqual({ [second]: 'runs' });
  });

  it('R513 that an agent has already stays, unless it is for another dealership', async () => {
    const { ask, standing, accept } = await start();
    const [first, second, third] = [mintId(), mintId(), mintId()];
    await ask({ request_id: first });
    await accept(first);
    expect(await ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' })).toBe(success);
    expect(await standing()).toEqual({ [first]: 'runs' });
    const elsewhere = { dealershipName: dealerWithoutPhone.name };
    expect(await ask({ request_id: third, instead_of: [first], ...elsewhere })).toBe(success);
    expect(await standing()).toEqual({ [third]: 'runs' });
  });

  it('R517 that an agent has already gets the newer answers, once, and older ones that arrive late change nothing', async () => {
    const { ask, standing, accept, context, historyOf } = await start();
    const [first, second, third] = [mintId(), mintId(), mintId()];
    const newer = { request_id: third, instead_of: [first, second], additionalInfo: 'Warranty', callback_name: 'Dana' };
    await ask({ request_id: first, additionalInfo: 'GAP', anydesk: '123 456 789' });
    await accept(first);
    for (const times of ['the first time', 'again']) expect(await ask(newer), times).toBe(success);
    const older = { request_id: second, instead_of: [first], additionalInfo: 'Nothing yet' };
    expect(await ask(older)).toContain('already received');
    expect(await standing()).toEqual({ [first]: 'runs' });
    expect(await context.agentRequests.find(first)).toMatchObject({
      additional_info: 'Warranty',
      callback_name: 'Dana',
      anydesk: '123456789',
    });
    // The history keeps none of the words: they are erased with the notes.
    const anew = (await historyOf(first)).filter((event) => event.startsWith('asked-anew'));
    expect(anew).toEqual(['asked-anew']);
  });

  it('R517 that got the answers it had from the start keeps them when older ones arrive late', async () => {
    const { ask, standing, accept, context, historyOf } = await start();
    const [first, second, third] = [mintId(), mintId(), mintId()];
    await ask({ request_id: first, additionalInfo: 'GAP' });
    await accept(first);
    expect(await ask({ request_id: third, instead_of: [first, second], additionalInfo: 'GAP' })).toBe(success);
    expect(await ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' })).toContain('received');
    expect(await standing()).toEqual({ [first]: 'runs' });
    expect((await context.agentRequests.find(first))?.additional_info).toBe('GAP');
    expect(await historyOf(first), 'nothing was changed').not.toContain('asked-anew');
  });

  it('R517 the press whose answers an agent has got counts once, also after the request has ended', async () => {
    const { ask, standing, accept, call, context, view, token } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first });
    await accept(first);
    const edited = { request_id: second, instead_of: [first], additionalInfo: 'Warranty' };
    expect(await ask(edited)).toBe(success);
    expect(await view(token, first)).toMatchObject({ id: first, answersId: second, additionalInfo: 'Warranty' });
    await call('POST', cancelPath(first), token);
    const { db } = context.storage;
    await db.updateTable('agent_requests').set({ ended_at: context.now().toISOString() }).execute();
    expect(await ask(edited)).toBe(success);
    expect(await ask({ request_id: second, additionalInfo: 'Warranty' })).toBe(success);
    expect(await standing()).toEqual({});
    // The page that pressed learns that what it asked for is over.
    const over = await view(token, second);
    expect([over.id, over.endedAt]).toEqual([first, expect.any(String)]);
  });

  it('R517 whose agent is connected is left alone: what is asked for then goes out beside it', async () => {
    const { ask, standing, agent, linksOf, context } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first, additionalInfo: 'GAP' });
    const { 'Marlow Finch': link = '' } = await linksOf(first);
    for (const step of ['accept', 'connected'] as const) await agent(link, step);
    expect(await ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' })).toBe(success);
    expect(await standing()).toEqual({ [first]: 'runs', [second]: 'runs' });
    expect((await context.agentRequests.find(first))?.additional_info).toBe('GAP');
  });

  it('R517 that an agent gave back stays with what was written about it', async () => {
    const { ask, standing, agent, linksOf, context } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first, additionalInfo: 'GAP' });
    const { 'Marlow Finch': link = '' } = await linksOf(first);
    for (const step of ['accept', 'hand-back'] as const) expect((await agent(link, step)).status).toBe(200);
    expect(await ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' })).toBe(success);
    expect(await standing()).toEqual({ [first]: 'runs' });
    expect((await context.agentRequests.find(first))?.additional_info).toBe('Warranty');
  });

  it('R517 of a session that is over is shown to the one that asks anew', async () => {
    const { ask, standing, accept, press, call, current, sessionFor, shared, token } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first });
    await accept(first);
    await call('DELETE', sessionPath, token);
    const next = await sessionFor(shared.code);
    const edited = { request_id: second, instead_of: [first], additionalInfo: 'Warranty' };
    expect((await press(next, edited)).text).toBe(success);
    expect(await standing()).toEqual({ [first]: 'runs' });
    expect((await current(next))?.request).toMatchObject({ id: first, additionalInfo: 'Warranty' });
  });

  it('R517 that an agent accepts at the same instant: the newer answers are there, and one of the two runs', async () => {
    const { context, ask, agent, linksOf, standing } = await start();
    const atOnce = createAtOnce(context.storage, 40);
    await playRounds(rounds, ['accepted', 'ended'], async () => {
      const [first, second] = [mintId(), mintId()];
      await ask({ request_id: first });
      const { 'Marlow Finch': link = '' } = await linksOf(first);
      await atOnce([
        () => agent(link, 'accept'),
        () => ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' }),
      ]);
      const stands = await standing();
      const runs = [first, second].filter((id) => id in stands);
      expect(runs).toHaveLength(1);
      expect((await context.agentRequests.find(runs[0] ?? ''))?.additional_info).toBe('Warranty');
      return runs[0] === first ? 'accepted' : 'ended';
    });
  });

  it('R513 when an agent has one of several, it stays alone, and whoever follows another is told', async () => {
    const { ask, standing, accept, context } = await start();
    const told = vi.spyOn(context.live, 'changed');
    for (const theirs of [0, 1]) {
      // Both orders: the one that stays may be looked at first or last.
      const [first = '', second = ''] = [mintId(), mintId()].sort();
      const [waits, kept] = theirs === 0 ? [second, first] : [first, second];
      await ask({ request_id: waits, additionalInfo: `One of round ${theirs}` });
      await ask({ request_id: kept, additionalInfo: `Other of round ${theirs}` });
      await accept(kept);
      told.mockClear();
      const edited = { request_id: mintId(), instead_of: [waits, kept], additionalInfo: `Edited in round ${theirs}` };
      expect(await ask(edited)).toBe(success);
      const stand = await standing();
      expect([stand[waits], stand[kept]]).toEqual([undefined, 'runs']);
      expect(told).toHaveBeenCalledWith(waits);
      expect(Object.values(stand)).toHaveLength(theirs + 1);
    }
  });

  it('R515 whose place was taken is over at once: it is not shown, and nobody takes it back', async () => {
    const { ask, standing, call, current, token, context, historyOf } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first });
    // Another replica stored it, whose clock is ahead.
    const ahead = new Date(context.now().getTime() + 5000).toISOString();
    const { db } = context.storage;
    await db.updateTable('agent_requests').set({ created_at: ahead }).where('id', '=', first).execute();
    await ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' });
    expect((await current(token))?.request.id).toBe(second);
    expect((await call('POST', takeBackPath(first), token)).status).not.toBe(200);
    expect(await standing()).toEqual({ [second]: 'runs' });
    expect(await historyOf(first)).toContain('cancelled: another request took its place');
  });

  it('R515 that its person was cancelling is over as well', async () => {
    const { ask, standing, call, token } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first });
    expect((await call('POST', cancelPath(first), token)).status).toBe(200);
    await ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' });
    expect(await standing()).toEqual({ [second]: 'runs' });
  });

  it('R515 that its agent was done with ends as done', async () => {
    const { ask, agent, linksOf, historyOf } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first });
    const { 'Marlow Finch': link = '' } = await linksOf(first);
    for (const step of ['accept', 'done'] as const) expect((await agent(link, step)).status).toBe(200);
    await ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' });
    expect((await historyOf(first)).at(-1)).toMatch(/^done: Marlow Finch: /);
  });

  it('R515 that is taken back at the same instant: one of the two runs', async () => {
    const { context, ask, call, token, standing } = await start();
    const atOnce = createAtOnce(context.storage, 40);
    await playRounds(rounds, ['over'], async () => {
      const [first, second] = [mintId(), mintId()];
      await ask({ request_id: first });
      await call('POST', cancelPath(first), token);
      await atOnce([
        () => call('POST', takeBackPath(first), token),
        () => ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' }),
      ]);
      const { [first]: one, [second]: other } = await standing();
      expect([one, other]).toEqual([undefined, 'runs']);
      return 'over';
    });
  });

  it('R513 of a session that is over is ended from the next one', async () => {
    const { ask, standing, press, call, sessionFor, shared, token } = await start();
    const [first, second] = [mintId(), mintId()];
    await ask({ request_id: first });
    await call('DELETE', sessionPath, token);
    const edited = { request_id: second, instead_of: [first], additionalInfo: 'Warranty' };
    expect((await press(await sessionFor(shared.code), edited)).text).toBe(success);
    expect(await standing()).toEqual({ [second]: 'runs' });
  });

  it('R513 of another dealership is left alone', async () => {
    const { ask, standing, press, sessionFor, ownCode } = await start();
    const token = await sessionFor(await ownCode(dealerWithoutPhone.name));
    const [theirs, ours] = [mintId(), mintId()];
    await ask({ request_id: theirs });
    const wanted = { request_id: ours, instead_of: [theirs], dealershipName: dealerWithoutPhone.name };
    expect((await press(token, wanted)).text).toBe(success);
    expect(await standing()).toEqual({ [theirs]: 'runs', [ours]: 'runs' });
  });

  it('R513 that arrives at the same instant: one of the two runs', async () => {
    const { context, ask, standing } = await start();
    const atOnce = createAtOnce(context.storage, 40);
    await playRounds(rounds, ['ended', 'never stored'], async () => {
      const [first, second] = [mintId(), mintId()];
      const answers = await atOnce([
        () => ask({ request_id: first }),
        () => ask({ request_id: second, instead_of: [first], additionalInfo: 'Warranty' }),
      ]);
      const { [first]: one, [second]: other } = await standing();
      expect([answers[1], other]).toEqual([success, 'runs']);
      expect(one).toBeUndefined();
      return answers[0] === success ? 'ended' : 'never stored';
    });
  });

  it('R836 whose end is undone because its transaction is aborted, and which another press then ends, is counted as cancelled once', async () => {
    const { ask, standing, context } = await start();
    const [first, second] = [mintId(), mintId()];
    const transaction = context.storage.transaction.bind(context.storage);
    await ask({ request_id: first });
    const edited = { request_id: second, instead_of: [first], additionalInfo: 'Warranty' };
    const counted = async () => {
      const { values } = await context.metrics.agentRequests.get();
      return values.find(({ labels }) => labels.event === 'cancelled')?.value ?? 0;
    };
    vi.spyOn(context.storage, 'transaction').mockImplementationOnce(async (work) => {
      const aborted = new Error('deadlock');
      const once = transaction(async (trx) => {
        await work(trx);
        throw aborted;
      });
      await expect(once).rejects.toBe(aborted);
      expect(await ask(edited)).toBe(success);
      return transaction(work);
    });
    expect(await ask(edited)).toBe(success);
    expect(await standing()).toEqual({ [second]: 'runs' });
    expect(await counted()).toBe(1);
  });
});
