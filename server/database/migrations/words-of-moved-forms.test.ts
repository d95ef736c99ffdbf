import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dialectOf } from '#server/database/open.ts';
import { createAtOnce, playRounds } from '../../../tests/support/at-once.ts';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../../tests/support/person.ts';
import * as wordsOfMovedForms from './0051-words-of-moved-forms.ts';

eachEngineAlways((under) => {
  it('R1194 the words of forms that moved on from a lead leave its text, also while the lead that it is shown under is erased', async () => {
    const server = await startPersonDesk(under);
    const { storage, leadWork, leadIndexing } = server.context;
    const { db } = storage;
    const atOnce = createAtOnce(storage);
    const addLead = (email: string) => server.addLead({ first_name: 'Dana', email });
    const leadWithId = (id: string) =>
      db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const found = async (email: string) => {
      const rows = await db.selectFrom('search_texts').select(['id', 'text']).where('kind', '=', 'lead').execute();
      return rows.flatMap(({ id, text }) => (text.includes(email) ? [id] : []));
    };
    /** In every other round the index begins well before the erasure, which has less to do. */
    const giveLead = async () => {
      for (let turns = 0; turns < 300; turns += 1) await sql`SELECT 1`.execute(db);
    };
    await playRounds(6, ['indexed before', 'erased before'], async (round) => {
      const mails = ['ann', 'bob', 'cyd', 'dee'].map((name) => `${name}-${round}@partner.example`);
      const ids = [];
      for (const mail of mails) ids.push(await addLead(mail));
      const [a = '', b = '', c = '', d = ''] = ids;
      const [, ofB = '', ofC = '', ofD = ''] = mails;
      await leadIndexing.update();
      await leadWork.join('command', { id: b }, { id: c });
      const { text } = await db.selectFrom('search_texts').select('text').where('id', '=', b).executeTakeFirstOrThrow();
      await leadWork.join('command', { id: a }, { id: b });
      await leadWork.join('command', { id: a }, { id: d });
      // As an earlier version left it.
      await db.updateTable('search_texts').set({ text }).where('id', '=', b).execute();
      expect(await found(ofC)).toContain(b);

      await storage.transaction((trx) => wordsOfMovedForms.up(trx as never, dialectOf(trx)));

      expect((await found(ofC)).sort()).toEqual([a, c].sort());
      const these = db.selectFrom('leads').select('id').where('id', 'in', ids);
      const waiting = await these.where('keyed_at', 'is', null).execute();
      expect(waiting).toEqual([{ id: b }]);
      let indexedFirst = false;
      const [, erased] = await atOnce([
        async () => {
          await leadIndexing.update();
          indexedFirst = (await leadWithId(a)).erased_at === null;
        },
        async () => {
          if (round % 2 === 1) await giveLead();
          return server.erase([{ kind: 'lead', id: a }]);
        },
      ]);
      expect(erased.status).toBe(200);
      await leadIndexing.update();
      const shown = (await leadWithId(b)).joined_into_id ?? b;
      for (const [id, mail] of [
        [b, ofB],
        [c, ofC],
        [d, ofD],
      ] as const) {
        expect(new Set(await found(mail))).toEqual(new Set([id, shown]));
      }
      expect((await server.erase([{ kind: 'lead', id: c }])).status).toBe(200);
      expect(await found(ofC)).toEqual([]);
      // Otherwise the migration of each further round would give the index more to do, until an erasure always came first.
      for (const id of [b, d]) expect((await server.erase([{ kind: 'lead', id }])).status).toBe(200);
      return indexedFirst ? 'indexed before' : 'erased before';
    });
  });

  it('R1194 a lead that got its forms from one that was erased gives their words up too', async () => {
    const server = await startPersonDesk(under);
    const { storage, leadWork, leadIndexing } = server.context;
    const texts = storage.db.selectFrom('search_texts').select(['id', 'text']).where('kind', '=', 'lead');
    const ids = [];
    for (const name of ['ann', 'bob', 'cyd', 'dee'])
      ids.push(await server.addLead({ email: `${name}@partner.example` }));
    const [erased = '', one = '', other = '', kept = ''] = ids;
    await leadIndexing.update();
    for (const id of [one, other]) await leadWork.join('command', { id: erased }, { id });
    await server.erase([{ kind: 'lead', id: erased }]);
    const before = await texts.execute();
    await leadWork.join('command', { id: kept }, { id: one });
    // As an earlier version left it.
    for (const { id, text } of before)
      if (id !== kept) await storage.db.updateTable('search_texts').set({ text }).where('id', '=', id).execute();
    await storage.transaction((trx) => wordsOfMovedForms.up(trx as never, dialectOf(trx)));
    await leadIndexing.update();
    const found = async (name: string) => (await texts.execute()).filter(({ text }) => text.includes(name));
    expect(new Set((await found('bob@')).map(({ id }) => id))).toEqual(new Set([one, kept]));
    expect(new Set((await found('cyd@')).map(({ id }) => id))).toEqual(new Set([other, kept]));
  });
});
