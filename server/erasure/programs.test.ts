/** Programs that copied records learn of an erasure by the list of changes and by their webhooks. */
import { describe, expect, test } from 'vitest';
import type { ApiScope } from '#contract/api.ts';
import { mintId } from '#contract/reference.ts';
import { eraseLinksOf } from '#server/access/service.ts';
import { accountRecordKind } from '#server/dealerships/service.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { person, startPersonDesk } from '../../tests/support/person.ts';
import { dieBeforeCommit } from '../../tests/support/unfinished-erasure.ts';

const hourMs = 60 * 60_000;

interface Page {
  readonly data: { readonly id: string }[];
  readonly nextCursor: string;
}

eachEngine((under) => {
  async function running() {
    const clock = { at: new Date('2026-11-22T09:30:00.000Z') };
    const server = await startPersonDesk(under, {}, { now: () => clock.at });
    const { app, desk, context } = server;
    const scopes: ApiScope[] = ['leads:read', 'requests:read', 'dealerships:read'];
    const later = async () => {
      clock.at = new Date(clock.at.getTime() + hourMs);
      return (await server.signInAs('admin')).cookie;
    };
    const made = await desk('POST', '/api/desk/connections/tokens', {
      cookie: server.admin.cookie,
      body: { name: 'Back office', scopes, days: 30 },
    });
    const authorization = `Bearer ${made.json<{ token: string }>().token}`;
    const page = async (list: string, cursor?: string) => {
      const url = `/api/v1/${list}?limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`;
      return (await app.inject({ method: 'GET', url, headers: { authorization } })).json<Page>();
    };
    /** What a program reads as changed when it read everything before the erasure and reads again an hour later. */
    const changedBy = async (list: string, erase: (cookie: string) => Promise<unknown>) => {
      await later();
      const { nextCursor } = await page(list);
      await erase(await later());
      return page(list, nextCursor);
    };
    await context.storage.db
      .insertInto('webhook_endpoints')
      .values({
        id: mintId(),
        name: 'Back office',
        url: 'https://office.example/hook',
        events: JSON.stringify(['dealership.changed', 'lead.changed']),
        sealed_secret: '',
        created_at: clock.at.toISOString(),
        created_by: server.admin.personId,
      })
      .execute();
    const told = async (id: string) =>
      (
        await context.storage.db
          .selectFrom('webhook_events')
          .select('type')
          .where('subject_id', '=', id)
          .where('at', '=', clock.at.toISOString())
          .execute()
      ).map(({ type }) => type);
    return { ...server, clock, later, page, changedBy, told };
  }

  describe('R207 a program that keeps a copy', () => {
    test('finds a dealership among what changed when a contact of it was erased, and hears of it', async () => {
      const { addContact, erase, changedBy, told, context } = await running();
      const id = await addContact();
      const { dealership_id } = await context.storage.db
        .selectFrom('dealership_contacts')
        .select('dealership_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const { data } = await changedBy('dealerships', (cookie) => erase([{ kind: 'contact', id }], cookie));
      expect(data.map((one) => one.id)).toEqual([dealership_id]);
      expect(JSON.stringify(data)).not.toContain(person.last);
      expect(await told(dealership_id)).toEqual(['dealership.changed']);
    });

    test('finds a request that was erased among what changed', async () => {
      const { addRequest, erase, changedBy } = await running();
      const id = await addRequest();
      const { data } = await changedBy('requests', (cookie) => erase([{ kind: 'request', id }], cookie));
      expect(data.map((one) => one.id)).toEqual([id]);
    });

    test('finds an account that the sweep took among what changed, and hears of it', async () => {
      const { changedBy, told, context, clock } = await running();
      const { storage } = context;
      const { id } = await storage.db.selectFrom('dealerships').select('id').limit(1).executeTakeFirstOrThrow();
      await context.dealerships.close(null, { id });
      const { data } = await changedBy('dealerships', () =>
        storage.transaction(async (trx) => {
          const account = accountRecordKind(eraseLinksOf);
          await account.erase(trx, await account.take(trx, [id]), clock.at.toISOString());
        }),
      );
      expect(data.map((one) => one.id)).toEqual([id]);
      expect(await told(id)).toEqual(['dealership.changed']);
    });

    test('finds every form of a lead among what changed when one of three was erased', async () => {
      const { addLead, erase, changedBy, told, context } = await running();
      const ids = [await addLead(), await addLead({ email: 'b@x.example' }), await addLead({ email: 'c@x.example' })];
      const [id = '', ...others] = ids;
      for (const other of others) await context.leadWork.join('command', { id }, { id: other });
      const { data } = await changedBy('leads', (cookie) => erase([{ kind: 'lead', id }], cookie));
      expect(data.map((one) => one.id).sort()).toEqual(ids.sort());
      for (const each of ids) expect(await told(each)).toEqual(['lead.changed']);
    });
  });

  test('R1140 a program that read a later change of another lead finds an erasure that is finished after that', async () => {
    const server = await running();
    const { addLead, amend, later, page, told, context } = server;
    const [erased, other] = [await addLead(), await addLead({ email: 'b@x.example' })];
    await later();
    await dieBeforeCommit(server, erased);
    await later();
    await amend(other, { email: 'c@x.example' });
    await later();
    const { nextCursor } = await page('leads');
    await later();
    await context.erasureKeeper.look();
    expect((await page('leads', nextCursor)).data.map(({ id }) => id)).toEqual([erased]);
    expect(await told(erased)).toEqual(['lead.changed']);
  });
});
