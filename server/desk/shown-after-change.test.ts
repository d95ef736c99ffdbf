/** Tests that a record which an answer to a press shows is in the audit log as opened, as one that was opened by its address is. */
import { describe, expect, it, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { StorageBusyError } from '#server/database/open.ts';
import { isoAfter } from '#server/times.ts';
import { startWebhookReceiver } from '../../tests/fakes/webhook-receiver.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { person, startPersonDesk } from '../../tests/support/person.ts';

eachEngine((under) => {
  describe('R849 a record that the answer to a press shows', () => {
    async function running(env: Record<string, string> = {}) {
      const server = await startPersonDesk(under, env);
      const { desk, signInAs } = server;
      const caller = await signInAs('admin', { name: 'Ben Cole' });
      return {
        ...server,
        press: (path: string, body: object) => desk('POST', `/api/desk/${path}`, { cookie: caller.cookie, body }),
        async opened(): Promise<string[]> {
          const { desk: call, admin } = server;
          const answer = await call('GET', '/api/desk/audit?action=opened', { cookie: admin.cookie });
          const { entries } = answer.json<{ entries: { by: { name: string } | null; about: { id: string }[] }[] }>();
          return entries.flatMap(({ by, about }) => (by?.name === 'Ben Cole' ? about.map(({ id }) => id) : [])).sort();
        },
      };
    }

    it('is opened in the audit log when somebody else had changed the lead first', async () => {
      const { addLead, press, opened } = await running();
      const lead = await addLead();
      const stale = await press(`leads/${lead}`, { version: 0, patch: { status: 'spam' } });
      expect([stale.status, stale.text.includes(person.mail)]).toEqual([409, true]);
      expect(await opened()).toEqual([lead]);
      // The same showing is one entry, as when it is opened twice.
      expect((await press(`leads/${lead}/contacted`, { version: 0 })).status).toBe(409);
      expect(await opened()).toHaveLength(1);
    });

    it('is opened in the audit log when the press changed the lead, or nothing of it', async () => {
      const { addLead, press, opened, desk, admin } = await running();
      const lead = await addLead();
      const { version } = (await desk('GET', `/api/desk/leads/${lead}`, { cookie: admin.cookie })).json<{
        version: number;
      }>();
      const answer = await press(`leads/${lead}`, { version, patch: {} });
      expect([answer.status, answer.text.includes(person.mail)]).toEqual([200, true]);
      expect(await opened()).toEqual([lead]);
    });

    it('is opened in the audit log when the lead of a new dealership had changed', async () => {
      const { addLead, press, opened } = await running();
      const lead = await addLead();
      const stale = await press('dealerships', { lead: { id: lead, version: 0 } });
      expect([stale.status, stale.text.includes(person.mail)]).toEqual([409, true]);
      expect(await opened()).toEqual([lead]);
    });

    it('is opened in the audit log when somebody else had taken the request, or edited the dealership', async () => {
      const { addRequest, addContact, press, opened, context } = await running();
      const request = await addRequest();
      const contact = await addContact();
      const { dealership_id: id } = await context.storage.db
        .selectFrom('dealership_contacts')
        .select('dealership_id')
        .where('id', '=', contact)
        .executeTakeFirstOrThrow();
      expect((await press(`requests/${request}/accept`, {})).status).toBe(409);
      const stale = await press(`dealerships/${id}`, { version: 0, patch: { name: 'Another name' } });
      expect([stale.status, stale.text.includes(person.mail)]).toEqual([409, true]);
      expect(await opened()).toEqual([request, id].sort());
    });

    it('is opened in the audit log when somebody else had edited the person', async () => {
      const { signInAs, press, opened } = await running();
      const colleague = await signInAs('agent', { name: 'Cleo Park' });
      const stale = await press(`people/${colleague.personId}/role`, { version: 0, role: 'viewer' });
      expect([stale.status, stale.text.includes(colleague.mail)]).toEqual([409, true]);
      expect(await opened()).toEqual([colleague.personId]);
    });

    it.each(['retry', 'give-up'])(
      'is opened in the audit log when somebody else was first with the %s of a message',
      async (act) => {
        const { addLead, press, opened, context } = await running();
        const lead = await addLead();
        const { id } = await context.storage.db
          .selectFrom('messages')
          .select('id')
          .where('subject_id', '=', lead)
          .where('kind', '=', 'lead-operator')
          .executeTakeFirstOrThrow();
        const stale = await press(`messages/${id}/${act}`, { retriedAt: new Date(0).toISOString() });
        expect([stale.status, stale.text.includes(person.mail)]).toEqual([409, true]);
        expect(await opened()).toEqual([id]);
      },
    );

    it('is opened in the audit log when a delivery of its event is replayed, and when it is being sent', async () => {
      const { addLead, press, opened, context, admin } = await running({ WEBHOOK_ALLOW: '127.0.0.1' });
      const { url } = await startWebhookReceiver();
      const added = await context.webhooks.add({ name: 'One', url, events: ['lead.received'] }, admin);
      if (added.kind !== 'done') expect.fail(added.kind);
      const { id } = added.value.endpoint;
      const leads = [await addLead(), await addLead({ message: 'Another' })];
      await context.delivery.runDue();
      const { deliveries } = await context.webhooks.deliveries(id, undefined);
      const replay = (of: number) => press(`connections/webhooks/${id}/deliveries/${deliveries[of]?.id}/replay`, {});
      const replayed = await replay(0);
      expect([replayed.status, replayed.text.includes(person.mail)]).toEqual([200, true]);
      expect(await opened()).toEqual([deliveries[0]?.event?.subject_id]);
      const leased = { state: 'waiting', lease_until: isoAfter(context.now(), 60_000), lease_token: 'one' } as const;
      await context.storage.db
        .updateTable('messages')
        .set(leased)
        .where('id', '=', deliveries[1]?.id ?? '')
        .execute();
      const sending = await replay(1);
      expect([sending.status, sending.text.includes(person.mail)]).toEqual([409, true]);
      expect(await opened()).toEqual(leads.sort());
    });
  });

  it('R949 a press that was stored, and whose record cannot be read afterwards, may have been done; one that only reads meets a busy database', async () => {
    const { addLead, desk, admin, context } = await startPersonDesk(under);
    const lead = await addLead();
    const note = { id: mintId(), text: 'Calls back at four' };
    vi.spyOn(context.erasure, 'readAudited').mockRejectedValue(new StorageBusyError('FULL_BUSY', undefined));
    const pressed = await desk('POST', `/api/desk/leads/${lead}/notes`, { cookie: admin.cookie, body: note });
    expect([pressed.status, pressed.headers['retry-after']]).toEqual([500, undefined]);
    expect((await desk('GET', `/api/desk/leads/${lead}`, { cookie: admin.cookie })).status).toBe(503);
    vi.restoreAllMocks();
    const again = await desk('POST', `/api/desk/leads/${lead}/notes`, { cookie: admin.cookie, body: note });
    expect([again.status, again.text.split(note.text).length - 1]).toEqual([200, 1]);
  });
});
