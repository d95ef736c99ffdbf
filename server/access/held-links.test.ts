/** Links to access codes under a legal hold on their dealership. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { startApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { recordsOf } from '../../tests/support/records.ts';

const dayMs = 24 * 60 * 60_000;

eachEngine((under) => {
  async function start() {
    const place = await under.newPlace();
    const clock = { at: new Date('2026-11-22T09:30:00.000Z') };
    const shared = { ...under, newPlace: async () => place };
    const { context } = await startApp(shared, {}, { now: () => clock.at });
    const other = await startApp(shared, {}, { now: () => clock.at });
    const { db } = context.storage;
    const records = recordsOf(db, clock);
    /** A dealership with a link that ran out so many days ago, and a mail with it. */
    async function withLink(days: number) {
      const dealership = await records.addDealership({ closedDaysAgo: null });
      const id = mintId();
      const at = new Date(clock.at.getTime() - days * dayMs).toISOString();
      const link = { id, token_hash: id, dealership_id: dealership, contact_name: 'Ana', mail: 'ana@marked.example' };
      await db
        .insertInto('code_links')
        .values({ ...link, grace_hours: 0, created_at: at, expires_at: at })
        .execute();
      return { dealership, id };
    }
    const links = async () => (await db.selectFrom('code_links').select('id').execute()).map(({ id }) => id).toSorted();
    return { context, other: other.context, withLink, links };
  }

  test('R218 a hold on the dealership keeps its links to access codes, until it ends', async () => {
    const { context, withLink, links } = await start();
    const [held, free, young] = [await withLink(91), await withLink(91), await withLink(89)];
    const { hold } = await context.holds.set(null, { kind: 'dealership', id: held.dealership }, 'A dispute');
    await context.portal.purgeExpired();
    expect(await links()).toEqual([held.id, young.id].toSorted());
    expect(await links()).not.toContain(free.id);
    await context.holds.end(null, hold?.id ?? '');
    await context.portal.purgeExpired();
    expect(await links()).toEqual([young.id]);
  });

  test('R218 a hold that is set at the same instant as old links are deleted keeps them or comes too late, for each link', async () => {
    const { context, other, withLink, links } = await start();
    for (let round = 0; round < 12; round += 1) {
      const made = await withLink(91);
      const set = async () => (await other.holds.set(null, { kind: 'dealership', id: made.dealership }, 'now')).hold;
      const [hold] = await Promise.all([set(), context.portal.purgeExpired()]);
      expect(hold).toBeDefined();
      const left = await links();
      await context.portal.purgeExpired();
      expect(await links()).toEqual(left);
    }
  });
});
