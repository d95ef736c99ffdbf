import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AuditPage, RecordAudit } from '#contract/desk/audit-endpoints.ts';
import { addPerson as addPersonEndpoint, type PeopleList, type PersonRecord } from '#contract/desk/people-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { listEntries, verifyAudit } from '#server/audit/service.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  async function running() {
    const server = await startDesk(under);
    const { storage, keyed, audit } = server.context;
    const entries = async () => {
      await audit.flush();
      return listEntries(storage.db, { but: ['person-added', 'code-made'] }, { cursor: undefined, limit: 100 });
    };
    const verify = () => verifyAudit(storage, keyed);
    const isOpen = async (sessionId: string) =>
      (await server.context.signIn.openSessionIds([sessionId, 'none'])).has(sessionId);
    return { ...server, entries, verify, isOpen };
  }

  describe('R77 the people of the desk', () => {
    it('are listed with what the one who asks may do with each', async () => {
      const { desk, signInAs, addPerson, entries } = await running();
      const manager = await signInAs('manager', { name: 'Ida Brandt' });
      const agent = await addPerson('agent', { name: 'Tove Arden' });
      const answer = await desk('GET', '/api/desk/people', { cookie: manager.cookie });
      expect(answer.status).toBe(200);
      const { people, mayInvite } = answer.json() as PeopleList;
      expect(mayInvite).toEqual(['viewer', 'agent']);
      const shown = (id: string) => people.find((person) => person.id === id);
      expect(shown(agent.id)).toMatchObject({
        name: 'Tove Arden',
        role: 'agent',
        own: false,
        can: { edit: true, changeRole: false, remove: true, switchShift: true },
      });
      expect(shown(manager.personId)).toMatchObject({
        own: true,
        can: { edit: false, changeRole: false, remove: false, switchShift: true },
      });
      await desk('GET', '/api/desk/people', { cookie: manager.cookie });
      expect(await entries()).toMatchObject([{ by_id: manager.personId, action: 'listed' }]);
    });

    it('R80 whoever opens one is in the audit log before the answer leaves', async () => {
      const { desk, signInAs, addPerson, entries } = await running();
      const viewer = await signInAs('viewer');
      const { id } = await addPerson('agent');
      const answer = await desk('GET', `/api/desk/people/${id}`, { cookie: viewer.cookie });
      expect(answer.json()).toMatchObject({ id, can: { edit: false, changeRole: false, remove: false } });
      expect(await entries()).toMatchObject([
        { by_id: viewer.personId, action: 'opened', about: [{ kind: 'person', id }] },
      ]);
      expect((await desk('GET', `/api/desk/people/${mintId()}`, { cookie: viewer.cookie })).status).toBe(404);
    });

    it('R80 nothing is shown and nothing is changed while the audit log cannot be written', async () => {
      const { desk, signInAs, addPerson, context } = await running();
      const { cookie } = await signInAs('admin');
      const { id, name } = await addPerson('agent');
      await sql`delete from audit_heads`.execute(context.storage.db);
      const shown = await desk('GET', `/api/desk/people/${id}`, { cookie });
      expect(shown.status).toBe(500);
      expect(shown.text).not.toContain(name);
      const removed = await desk('POST', `/api/desk/people/${id}/remove`, { cookie, body: { version: 1 } });
      expect(removed.status).toBe(500);
      expect(await context.people.find(id)).toMatchObject({ removed_at: null, version: 1 });
    });

    it('are added without an account, edited, and edited by two: the later one gets the record as it stands', async () => {
      const { desk, signInAs } = await running();
      const { cookie } = await signInAs('manager');
      const fields = { name: 'Nora Lindqvist', phone: '202 555 0147', mail: 'nora@desk.example' };
      const added = await desk('POST', '/api/desk/people', { cookie, body: { ...fields, onShift: true } });
      expect(added.status).toBe(201);
      const { id, version } = added.json() as PersonRecord;
      expect(added.json()).toMatchObject({ phone: '+12025550147', role: null });
      const edit = (body: object) => desk('POST', `/api/desk/people/${id}`, { cookie, body });
      const edited = await edit({ ...fields, version, phone: '' });
      expect(edited.status).toBe(200);
      const late = await edit({ ...fields, version, name: 'Nora L.' });
      expect(late.status).toBe(409);
      expect(late.json()).toEqual(edited.json());
      expect((await edit({ ...fields, version: version + 1, phone: 'none' })).status).toBe(422);
      const off = await desk('POST', `/api/desk/people/${id}/shift`, { cookie, body: { on: false } });
      expect(off.json()).toMatchObject({ id, onShiftAt: null });
    });

    it('R634 are added once by a form whose answer was lost, and another one is said to be another', async () => {
      const { desk, signInAs } = await running();
      const { cookie } = await signInAs('manager');
      const add = (body: object) => desk('POST', '/api/desk/people', { cookie, body });
      const body = { id: mintId(), name: 'Nora Lindqvist', phone: '202 555 0147', mail: '', onShift: false };
      const [first, second] = await Promise.all([add(body), add(body)]);
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.json()).toEqual(first.json());
      for (const other of [{ name: 'Nora L.' }, { phone: '' }, { licensedStates: ['ME'] }, { onShift: true }]) {
        const refused = await add({ ...body, ...other });
        expect([refused.status, refused.text]).toEqual([422, addPersonEndpoint.refusals.idTaken.text]);
      }
      const { people } = (await desk('GET', '/api/desk/people', { cookie })).json<PeopleList>();
      expect(people.filter(({ name }) => name.startsWith('Nora'))).toHaveLength(1);
    });

    it('a role that changes and a removal end the sessions of their person at once', async () => {
      const { desk, signInAs, isOpen, verify } = await running();
      const admin = await signInAs('admin');
      const [agent, other] = [await signInAs('agent'), await signInAs('manager')];
      const cookie = admin.cookie;
      const changed = await desk('POST', `/api/desk/people/${agent.personId}/role`, {
        cookie,
        body: { version: 1, role: 'viewer' },
      });
      expect(changed.json()).toMatchObject({ role: 'viewer', version: 2 });
      const removed = await desk('POST', `/api/desk/people/${other.personId}/remove`, { cookie, body: { version: 1 } });
      expect(removed.status).toBe(200);
      for (const gone of [agent, other]) {
        expect(await isOpen(gone.sessionId)).toBe(false);
        expect((await desk('GET', '/api/desk/people', { cookie: gone.cookie })).status).toBe(401);
      }
      expect(await isOpen(admin.sessionId)).toBe(true);
      expect((await verify()).broken).toBeUndefined();
    });

    it('a removal ends the person’s links to requests that run', async () => {
      const { desk, signInAs, ask, sessionFor, shared, linksOf, agent, context } = await running();
      const { cookie } = await signInAs('admin');
      const id = await ask(await sessionFor(shared.code));
      const links = await linksOf(id);
      const people = await context.shift.list();
      const rowan = people.find(({ name }) => name === 'Rowan Ames');
      const tamsin = people.find(({ name }) => name === 'Tamsin Okoro');
      const linkOf = (name = '') => links[name] ?? '';
      expect((await agent(linkOf(rowan?.name))).status).toBe(200);
      await desk('POST', `/api/desk/people/${rowan?.id}/remove`, { cookie, body: { version: 1 } });
      expect((await agent(linkOf(rowan?.name))).status).toBe(401);
      expect((await agent(linkOf(rowan?.name), 'accept')).status).toBe(401);
      expect((await agent(linkOf(tamsin?.name), 'accept')).status).toBe(200);
    });

    it('a role is changed only with a fresh proof, by an admin, for somebody else', async () => {
      const { desk, signInAs, addPerson } = await running();
      const agent = await addPerson('agent');
      const change = (cookie: string, id = agent.id, role: string | null = 'admin') =>
        desk('POST', `/api/desk/people/${id}/role`, { cookie, body: { version: 1, role } });
      const stale = await signInAs('admin', { fresh: false });
      expect((await change(stale.cookie)).status).toBe(403);
      expect((await change((await signInAs('manager')).cookie)).status).toBe(403);
      const admin = await signInAs('admin');
      expect((await change(admin.cookie, admin.personId, 'viewer')).status).toBe(403);
      expect((await change(admin.cookie, agent.id, 'owner')).status).toBe(400);
      const nobody = await addPerson(null);
      expect((await change(admin.cookie, nobody.id)).text).toBe('This person has no account. Invite them first.');
    });

    it('of two admins who take each other’s role at the same instant over HTTP, one stays an admin', async () => {
      const { desk, signInAs, isOpen } = await running();
      const admins = [await signInAs('admin'), await signInAs('admin')];
      const answers = await Promise.all(
        admins.map(({ cookie }, at) =>
          desk('POST', `/api/desk/people/${admins[1 - at]?.personId}/role`, {
            cookie,
            body: { version: 1, role: null },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      // The other admin was signed out, or was no longer an admin.
      expect([401, 403]).toContain(statuses[1]);
      const open = await Promise.all(admins.map(({ sessionId }) => isOpen(sessionId)));
      expect(open.filter(Boolean)).toHaveLength(1);
    });

    it('switch their own shift and being on call, as far as their role has them', async () => {
      const { desk, signInAs } = await running();
      const own = (cookie: string, what: string) =>
        desk('POST', `/api/desk/own/${what}`, { cookie, body: { on: true } });
      const expected = { viewer: [403, 403], agent: [200, 403], manager: [200, 403], admin: [200, 200] } as const;
      for (const [role, statuses] of Object.entries(expected)) {
        const { cookie } = await signInAs(role as keyof typeof expected);
        expect([(await own(cookie, 'shift')).status, (await own(cookie, 'on-call')).status], role).toEqual(statuses);
      }
    });
  });

  describe('R80 the audit log at the desk', () => {
    it('is listed to admins, with names, filters and pages', async () => {
      const { desk, signInAs, addPerson, context } = await running();
      const admin = await signInAs('admin', { name: 'Ada Holm' });
      const { id } = await addPerson(null, { name: 'Tove Arden' });
      for (let n = 0; n < 60; n++) {
        await desk('POST', `/api/desk/people/${id}/shift`, { cookie: admin.cookie, body: { on: n % 2 === 0 } });
      }
      const list = async (query: string) => {
        const answer = await desk('GET', `/api/desk/audit?${query}`, { cookie: admin.cookie });
        expect(answer.status, query).toBe(200);
        return answer.json() as AuditPage;
      };
      const first = await list(`kind=person&id=${id}`);
      expect(first.entries).toHaveLength(50);
      expect(first.entries[0]).toMatchObject({
        by: { id: admin.personId, name: 'Ada Holm' },
        action: 'shift-ended',
        about: [{ kind: 'person', id, label: 'Tove Arden' }],
      });
      const second = await list(`kind=person&id=${id}&cursor=${first.nextCursor}`);
      expect(second.entries).toHaveLength(10);
      expect(second.nextCursor).toBeNull();
      expect((await list(`action=shift-begun&by=${admin.personId}`)).entries).toHaveLength(30);
      expect((await list('by=none&action=shift-begun')).entries).toEqual([]);
      expect((await list('from=2099-01-01T00:00:00Z')).entries).toEqual([]);
      await context.audit.flush();
      const looked = await list('action=listed');
      expect(looked.entries.map(({ detail }) => detail)).toContainEqual({
        filters: ['id', 'kind'],
      });
    });

    it('says of one record who saw and who changed it', async () => {
      const { desk, signInAs, addPerson } = await running();
      const admin = await signInAs('admin', { name: 'Ada Holm' });
      const viewers = [await signInAs('viewer', { name: 'Vera Sol' }), await signInAs('viewer', { name: 'Vito Rask' })];
      const { id } = await addPerson('agent');
      for (const { cookie } of viewers) await desk('GET', `/api/desk/people/${id}`, { cookie });
      await desk('POST', `/api/desk/people/${id}/role`, {
        cookie: admin.cookie,
        body: { version: 1, role: 'manager' },
      });
      const answer = await desk('GET', `/api/desk/audit/person/${id}`, { cookie: admin.cookie });
      const { seen, changes } = answer.json() as RecordAudit;
      expect(seen.map(({ by, times }) => [by?.name, times]).sort()).toEqual([
        ['Vera Sol', 1],
        ['Vito Rask', 1],
      ]);
      expect(changes.entries).toMatchObject([{ action: 'role-changed', detail: { from: 'agent', to: 'manager' } }]);
      expect((await desk('GET', `/api/desk/audit/nothing/${id}`, { cookie: admin.cookie })).status).toBe(404);
      expect((await desk('GET', '/api/desk/audit/person/a%20text', { cookie: admin.cookie })).status).toBe(404);
    });
  });
});
