/** Somebody writes about a lead at the moment at which one of its joined forms is erased: no data of that form remains. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { mintId } from '#contract/reference.ts';
import { findRow, lockLead } from '#server/leads/store-work.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngineAlways } from '../../tests/support/each-engine.ts';
import { bySomebodyElse } from '../../tests/support/one-connection.ts';
import { startPersonDesk } from '../../tests/support/person.ts';

async function running(under: EngineUnderTest) {
  const { context, desk, admin, addLead, erase, find } = await startPersonDesk(under);
  const { cookie } = admin;
  const post = (path: string, body: object) => desk('POST', `/api/desk${path}`, { cookie, body });
  const lead = async (id: string) => (await desk('GET', `/api/desk/leads/${id}`, { cookie })).json<LeadRecord>();
  /** Adds a lead of a store, with the form of another person joined to it. */
  async function addTwo(round: number) {
    const name = `Lot ${round}`;
    const mails = [`one-${round}@lot.example`, `other-${round}@lot.example`] as const;
    const ids = [];
    for (const [at, email] of mails.entries()) {
      const who = { first_name: `Person${at}`, last_name: `Lot${round}`, phone_number: `(207) 555-01${10 + at}` };
      ids.push(await addLead({ ...who, email, dealership_name: name }));
    }
    const [shown = '', joined = ''] = ids;
    const body = { version: (await lead(shown)).version, with: joined, withVersion: (await lead(joined)).version };
    expect((await post(`/leads/${shown}/join`, body)).status).toBe(200);
    const mail = mails[1];
    const { items } = await find(mail);
    return {
      shown,
      joined,
      mail,
      versionOf: async (id: string) => (await lead(id)).version,
      version: (await lead(shown)).version,
      eraseJoined: () => erase([{ kind: 'lead', id: joined }], undefined, { text: mail, shown: items }),
    };
  }
  return {
    post,
    find,
    addTwo,
    db: context.storage.db,
    storage: context.storage,
    atOnce: createAtOnce(context.storage),
  };
}

eachEngineAlways((under) => {
  describe('R632 of a form that is erased out of a joined lead', () => {
    test('nothing is in a dealership that is made of the lead at the same instant', async () => {
      const { post, find, addTwo, atOnce } = await running(under);
      await playRounds(8, ['made before', 'erased before'], async (round) => {
        const { shown, mail, version, eraseJoined } = await addTwo(round);
        const [erased, made] = await atOnce([
          eraseJoined,
          () => post('/dealerships', { lead: { id: shown, version } }),
        ]);
        expect(made.status, `round ${round}`).toBe(201);
        const left = (await find(mail)).items.map(({ kind }) => kind);
        expect([erased.status, left.includes('contact')], `round ${round}`).toEqual(
          erased.status === 200 ? [200, false] : [409, true],
        );
        return erased.status === 200 ? 'erased before' : 'made before';
      });
    });

    test('it waits for whoever works on the lead, and a search finds the lead by nothing of it afterwards', async () => {
      const { post, addTwo, db, storage } = await running(under);
      const { shown, joined, mail, eraseJoined } = await addTwo(0);
      let erasing: ReturnType<typeof eraseJoined> | undefined;
      await storage.transaction(async (trx) => {
        await lockLead(trx, shown);
        erasing = bySomebodyElse(eraseJoined);
        // An erasure that waits for nothing is over within this time.
        await Promise.race([erasing, sleep(1000)]);
        expect((await findRow(trx, joined))?.erased_at).toBeNull();
      });
      expect((await erasing)?.status).toBe(200);
      const note = await post(`/leads/${shown}/notes`, { id: mintId(), text: 'Called the owner' });
      expect(note.status).toBe(200);
      const { text } = await db
        .selectFrom('search_texts')
        .select('text')
        .where('id', '=', shown)
        .executeTakeFirstOrThrow();
      expect(text).toContain('called the owner');
      expect(text).not.toContain(mail);
    });

    test('no contact without a name is in a dealership that is made of the lead later', async () => {
      const { post, addTwo } = await running(under);
      const { shown, eraseJoined, versionOf } = await addTwo(0);
      expect((await eraseJoined()).status).toBe(200);
      const made = await post('/dealerships', { lead: { id: shown, version: await versionOf(shown) } });
      const { contacts } = made.json<DealershipRecord>();
      expect(contacts.map(({ name }) => name)).toEqual(['Person0 Lot0']);
    });
  });
});
