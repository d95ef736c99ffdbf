/** Tests that a record which an answer to a press shows is in the audit log as opened, as one that was opened by its address is. */
import { describe, expect, it, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { StorageBusyError } from '#server/database/open.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { person, startPersonDesk } from '../../tests/support/person.ts';

eachEngineAlways((under) => {
  describe('R849 a record that the answer to a press shows', () => {
    async function running() {
      const server = await startPersonDesk(under);
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
  });

  it('R949 a press that was stored, and whose record cannot be read afterwards, may have been done; one that only reads meets a busy database', async () => {
    const { addLead, desk, admin, context } = await startPersonDesk(under);
    const lead = await addLead();
    const note = { id: mintId(), text: 'Calls back at four' };
    vi.spyOn(context.erasure, 'readNoted').mockRejectedValue(new StorageBusyError('FULL_BUSY', undefined));
    const pressed = await desk('POST', `/api/desk/leads/${lead}/notes`, { cookie: admin.cookie, body: note });
    expect([pressed.status, pressed.headers['retry-after']]).toEqual([500, undefined]);
    expect((await desk('GET', `/api/desk/leads/${lead}`, { cookie: admin.cookie })).status).toBe(503);
    vi.restoreAllMocks();
    const again = await desk('POST', `/api/desk/leads/${lead}/notes`, { cookie: admin.cookie, body: note });
    expect([again.status, again.text.split(note.text).length - 1]).toEqual([200, 1]);
  });
});
