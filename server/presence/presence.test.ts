import { describe, expect, it } from 'vitest';
import type { Reader } from '#server/database/open.ts';
import { dialectOf } from '#server/database/open.ts';
import { eachEngine, onPostgres } from '../../tests/support/each-engine.ts';
import { startNight } from '../../tests/support/night-shift.ts';
import { whileHeld } from '../../tests/support/while-held.ts';
import { createPresence } from './service.ts';
import { putPresence } from './store.ts';

/** The history of somebody's presence, oldest first. */
const changesOf = (db: Reader, personId: string) =>
  db.selectFrom('presence_changes').selectAll().where('person_id', '=', personId).orderBy('seq').execute();

eachEngine((under) => {
  async function night() {
    const shift = await startNight(under);
    const { presence } = shift.context;
    const ringing = shift.ringingOf();
    const presenceOf = async (id: string) => (await presence.list()).find((person) => person.id === id)?.presence;
    /** The history, oldest first, as `state cause`. */
    const historyOf = async (id: string) =>
      (await changesOf(shift.db, id)).map(({ state, cause }) => `${state} ${cause}`);
    const step = async (
      name: 'accept' | 'hand-back' | 'take-over' | 'undo-done',
      requestId: string,
      personId: string,
    ) => {
      await shift.context.agentRequests.step(name, requestId, await shift.actorOf(personId));
      await ringing.look();
    };
    const done = async (requestId: string, personId: string) => {
      const actor = await shift.actorOf(personId);
      await shift.context.agentRequests.step('done', requestId, actor, {
        ending: { disposition: 'help_only', note: '' },
      });
      await ringing.look();
    };
    return { ...shift, presence, ringing, presenceOf, historyOf, step, done };
  }

  describe('R92 presence', () => {
    it('is what a person switches it to, and every change is kept with its time', async () => {
      const { person, presence, presenceOf, pass, now, db } = await night();
      const ada = await person('Ada');
      expect(await presenceOf(ada)).toBe('away');
      const times = [];
      for (const state of ['available', 'wrap-up', 'away'] as const) {
        pass(60_000);
        times.push(now().toISOString());
        expect(await presence.set(ada, state)).toMatchObject({ presence: state, since: now().toISOString() });
      }
      expect(await presence.set(ada, 'away')).toMatchObject({ presence: 'away', since: times[2] });
      const history = await changesOf(db, ada);
      expect(history.map(({ state, at, cause }) => [state, at, cause])).toEqual([
        ['available', times[0], 'person'],
        ['wrap-up', times[1], 'person'],
        ['away', times[2], 'person'],
      ]);
      expect(await presence.set('nobody', 'available')).toBeUndefined();
    });

    it('is in-deal from Accept on and wrap-up from Done on, and goes on as a deal when Done is taken back', async () => {
      const { person, request, presenceOf, historyOf, step, done } = await night();
      const ada = await person('Ada', { onShift: true });
      const id = await request();
      await step('accept', id, ada);
      expect(await presenceOf(ada)).toBe('in-deal');
      await done(id, ada);
      expect(await presenceOf(ada)).toBe('wrap-up');
      await step('undo-done', id, ada);
      expect(await presenceOf(ada)).toBe('in-deal');
      await done(id, ada);
      expect(await historyOf(ada)).toEqual([
        'available shift',
        'in-deal deal',
        'wrap-up deal',
        'in-deal deal',
        'wrap-up deal',
      ]);
    });

    it('stays in-deal until the last of two deals has ended, and a person may overrule it', async () => {
      const { person, request, presence, presenceOf, step, done } = await night();
      const ada = await person('Ada', { onShift: true });
      const [first, second] = [await request(), await request()];
      await step('accept', first, ada);
      await step('accept', second, ada);
      await done(first, ada);
      expect(await presenceOf(ada)).toBe('in-deal');
      await presence.set(ada, 'available');
      await done(second, ada);
      expect(await presenceOf(ada)).toBe('available');
    });

    it('is wrap-up after handing back and after somebody took over, and in-deal for who did', async () => {
      const { person, request, presenceOf, step, pass } = await night();
      const [ada, bo] = [await person('Ada', { onShift: true }), await person('Bo', { onShift: true })];
      const id = await request();
      await step('accept', id, ada);
      pass(5 * 60_000);
      await step('take-over', id, bo);
      expect([await presenceOf(ada), await presenceOf(bo)]).toEqual(['wrap-up', 'in-deal']);
      await step('hand-back', id, bo);
      expect([await presenceOf(ada), await presenceOf(bo)]).toEqual(['wrap-up', 'wrap-up']);
    });

    it('is available from the beginning of a shift and away from its end, at once and in the history', async () => {
      const { person, presenceOf, historyOf, presence, setShift, pass } = await night();
      const ada = await person('Ada');
      await setShift(ada, true);
      expect(await presenceOf(ada)).toBe('available');
      await presence.followShifts();
      await presence.set(ada, 'wrap-up');
      pass(60_000);
      await setShift(ada, false);
      expect(await presenceOf(ada)).toBe('away');
      await presence.followShifts();
      await presence.followShifts();
      // Whoever switches to available off shift is available.
      await presence.set(ada, 'available');
      expect(await presenceOf(ada)).toBe('available');
      expect(await historyOf(ada)).toEqual(['available shift', 'wrap-up person', 'away shift', 'available person']);
    });

    it('of a deal does not end with the shift, and what comes after it is not available', async () => {
      const { person, request, presence, presenceOf, setShift, step, done, pass } = await night();
      const ada = await person('Ada', { onShift: true });
      const id = await request();
      await step('accept', id, ada);
      pass(60_000);
      await setShift(ada, false);
      expect(await presenceOf(ada)).toBe('in-deal');
      await presence.followShifts();
      expect(await presenceOf(ada)).toBe('in-deal');
      await done(id, ada);
      expect(await presenceOf(ada)).toBe('wrap-up');
    });

    it('of somebody without an account is available while on shift, which is kept as well, and a viewer has none', async () => {
      const { person, presence, presenceOf, historyOf, setShift } = await night();
      const lin = await person('Lin', { role: null, onShift: true });
      const viewer = await person('Vi', { role: 'viewer', onShift: true });
      await presence.followShifts();
      expect(await presenceOf(lin)).toBe('available');
      await setShift(lin, false);
      expect(await presenceOf(lin)).toBe('away');
      expect(await presenceOf(viewer)).toBeUndefined();
      await presence.followShifts();
      expect(await historyOf(lin)).toEqual(['available shift', 'away shift']);
    });

    it('R1133 of somebody without an account is available again after a deal while on shift, in the history too', async () => {
      const { person, request, presence, presenceOf, historyOf, setShift, step, done, db, pass } = await night();
      const lin = await person('Lin', { role: null, onShift: true });
      const first = await request();
      await step('accept', first, lin);
      pass(60_000);
      await done(first, lin);
      const [second, third] = [await request(), await request()];
      await step('accept', second, lin);
      await step('accept', third, lin);
      await step('hand-back', second, lin);
      await step('hand-back', third, lin);
      expect(await presenceOf(lin)).toBe('available');
      const deals = ['in-deal deal', 'available deal', 'in-deal deal', 'in-deal deal', 'available deal'];
      expect(await historyOf(lin)).toEqual(['available shift', ...deals]);
      await step('accept', second, lin);
      await setShift(lin, false);
      await step('hand-back', second, lin);
      await presence.followShifts();
      expect((await historyOf(lin)).slice(6)).toEqual(['in-deal deal', 'away deal']);
      // Who loses an account in a wrap-up does not stay in it.
      const mia = await person('Mia', { onShift: true });
      await presence.followShifts();
      await presence.set(mia, 'wrap-up');
      await db.updateTable('people').set({ role: null }).where('id', '=', mia).execute();
      await presence.followShifts();
      expect(await historyOf(mia)).toEqual(['available shift', 'wrap-up person', 'available shift']);
    });

    it('R1028 of somebody who takes requests no more ends, in the history too, whether they were on shift or not', async () => {
      const { person, presence, historyOf, db, pass } = await night();
      const roles = ['viewer', 'manager', null] as const;
      for (const role of roles) {
        const id = await person(`To ${role}`);
        await presence.set(id, 'available');
        pass(60_000);
        await db.updateTable('people').set({ role }).where('id', '=', id).execute();
        await presence.followShifts();
        await presence.followShifts();
        const goesOn = role === 'manager' ? [] : ['away shift'];
        expect(await historyOf(id), String(role)).toEqual(['available person', ...goesOn]);
      }
    });

    it('switched by its person and by two servers that follow a deal at once ends as one of them, and is kept once', async () => {
      const { person, request, presence, presenceOf, step, replica, ringingOf, db, actorOf, context } = await night();
      const ada = await person('Ada', { onShift: true });
      await presence.followShifts();
      const both = [ringingOf(), ringingOf(replica())];
      for (let round = 0; round < 10; round++) {
        const id = await request();
        await step('accept', id, ada);
        const before = (await changesOf(db, ada)).length;
        await context.agentRequests.step('done', id, await actorOf(ada), {
          ending: { disposition: 'help_only', note: '' },
        });
        await Promise.all([...both.map((ringing) => ringing.look()), presence.set(ada, 'available')]);
        // The end first makes two changes, the person first makes one: then no deal is left to end.
        const states = (await changesOf(db, ada)).slice(before).map(({ state }) => state);
        expect([['wrap-up', 'available'], ['available']]).toContainEqual(states);
        expect(await presenceOf(ada)).toBe('available');
        expect(await db.selectFrom('presence_deals').selectAll().execute()).toEqual([]);
      }
    });
  });
});

eachEngine((under) => {
  it('R834 a shift that ends while a server writes its beginning makes nobody available', async () => {
    const { person, setShift, context, now } = await startNight(under);
    const ada = await person('Ada', { onShift: true });
    const { storage } = context;
    let isRead = false;
    const slow = createPresence({
      storage: {
        ...storage,
        async transaction(work) {
          if (!isRead) await setShift(ada, false);
          isRead = true;
          return storage.transaction(work);
        },
      },
      holderOf: async () => undefined,
      now,
    });
    await slow.followShifts();
    expect(isRead).toBe(true);
    expect(await changesOf(storage.db, ada)).toEqual([]);
    expect(await slow.list()).toMatchObject([{ id: ada, presence: 'away' }]);
  });
});

onPostgres((under) => {
  it('R834 a person who presses Away while their shift begins stays away', async () => {
    const { person, context, now } = await startNight(under);
    const ada = await person('Ada');
    const { storage, presence } = context;
    const shiftAt = now().toISOString();
    const acts = whileHeld(
      storage,
      async (trx) => {
        await dialectOf(trx).lock(trx, [`presence ${ada}`]);
        await trx.updateTable('people').set({ on_shift_at: shiftAt }).where('id', '=', ada).execute();
        await putPresence(trx, { person_id: ada, state: 'available', at: shiftAt, shift_at: shiftAt, cause: 'shift' });
      },
      [() => presence.set(ada, 'away')],
    );
    await Promise.all(acts.map((act) => act()));
    await presence.followShifts();
    expect(await presence.list()).toMatchObject([{ id: ada, presence: 'away' }]);
    expect((await changesOf(storage.db, ada)).map(({ state }) => state)).toEqual(['available', 'away']);
  });
});
