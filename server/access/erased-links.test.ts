/** Links to access codes at the instant of an erasure: of the contact whom one goes to, and of one that a hold comes to keep. */
import { describe, expect, test } from 'vitest';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngineAlways } from '../../tests/support/each-engine.ts';
import { person, startPersonDesk } from '../../tests/support/person.ts';

const mail = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'operator@boxline.example',
};

async function running(under: EngineUnderTest) {
  const server = await startPersonDesk(under, mail);
  const { db } = server.context.storage;
  await db.updateTable('dealerships').set({ agreement_date: '2026-01-02' }).execute();
  const dealershipOf = async (contact: string) =>
    (await db.selectFrom('dealership_contacts').selectAll().where('id', '=', contact).executeTakeFirstOrThrow())
      .dealership_id;
  return { ...server, db, dealershipOf, atOnce: createAtOnce(server.context.storage) };
}

eachEngineAlways((under) => {
  test('R1041 the history names a contact who got a link until they are erased, and by no copy of the name', async () => {
    const { addContact, dealershipOf, erase, desk, admin, db } = await running(under);
    const contactId = await addContact();
    const path = `/api/desk/dealerships/${await dealershipOf(contactId)}`;
    const sent = async () =>
      (await desk('GET', path, { cookie: admin.cookie }))
        .json<DealershipRecord>()
        .history.filter(({ kind }) => kind === 'link-sent')
        .map(({ detail }) => detail);
    await desk('POST', `${path}/code-link`, { cookie: admin.cookie, body: { contactId, graceHours: 0 } });
    expect(await sent()).toEqual([[person.name]]);
    const links = await db.selectFrom('code_links').select('id').execute();
    const items = [{ kind: 'contact', id: contactId }, ...links.map(({ id }) => ({ kind: 'code-link', id }) as const)];
    expect((await erase(items as Parameters<typeof erase>[0])).status).toBe(200);
    expect(await sent()).toEqual([[]]);
    const stored = await db.selectFrom('dealership_events').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(person.last);
  });

  describe('R636 at the instant of an erasure', () => {
    test('a link is sent to a contact before it is erased, which it then stops, or not at all', async () => {
      const { addContact, dealershipOf, find, erase, desk, admin, db, atOnce } = await running(under);
      await playRounds(12, ['sent before', 'erased before'], async (round) => {
        await db.deleteFrom('code_links').execute();
        await db.deleteFrom('messages').execute();
        const contactId = await addContact();
        const path = `/api/desk/dealerships/${await dealershipOf(contactId)}/code-link`;
        const { items } = await find(person.mail);
        const [erased, sent] = await atOnce([
          () => erase([{ kind: 'contact', id: contactId }], undefined, { text: person.mail, shown: items }),
          () => desk('POST', path, { cookie: admin.cookie, body: { contactId, graceHours: 0 } }),
        ]);
        const isSent = sent.status === 200;
        expect([erased.status === 200, isSent], `round ${round}`).toEqual([!isSent, isSent]);
        const links = await db.selectFrom('code_links').select('id').execute();
        expect(links, `round ${round}`).toHaveLength(isSent ? 1 : 0);
        return isSent ? 'sent before' : 'erased before';
      });
    });

    test('a link is erased before a hold on its dealership is set, or it is kept', async () => {
      const { addContact, dealershipOf, erase, context, db, atOnce } = await running(under);
      const dealership = await dealershipOf(await addContact());
      const at = context.now().toISOString();
      await playRounds(12, ['kept', 'erased before'], async (round) => {
        const id = mintId();
        const link = { id, token_hash: id, dealership_id: dealership, contact_name: 'Ana', mail: 'ana@lot.example' };
        const times = { created_at: at, expires_at: at };
        await db
          .insertInto('code_links')
          .values({ ...link, grace_hours: 0, ...times })
          .execute();
        const [erased, hold] = await atOnce([
          () => erase([{ kind: 'code-link', id }]),
          async () => (await context.holds.set(null, { kind: 'dealership', id: dealership }, 'A dispute')).hold,
        ]);
        const [last] = await db
          .selectFrom('audit_entries')
          .select('action')
          .where('action', 'in', ['records-erased', 'hold-set'])
          .orderBy('seq', 'desc')
          .limit(1)
          .execute();
        expect([200, 409]).toContain(erased.status);
        expect(last?.action, `round ${round}`).toBe('hold-set');
        await context.holds.end(null, hold?.id ?? '');
        return erased.status === 200 ? 'erased before' : 'kept';
      });
    });
  });
});
