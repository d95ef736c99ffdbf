import { describe, expect, it } from 'vitest';
import type { Role } from '#contract/desk/permissions.ts';
import { listEntries, verifyAudit } from '#server/audit/service.ts';
import { testAudit, testKey } from '#server/audit/testing.ts';
import { peoplePolicy } from '#server/desk/policy.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import {
  AccountAddressError,
  createPeople,
  createShift,
  findPersonById,
  giveFirstRole,
  nobodyInvited,
  type PersonFields,
  type PersonOutcome,
} from './service.ts';
import { countAdmins, insertPeople } from './store.ts';

const noContact = { phone: '', mail: '' };

const personOf = (outcome: PersonOutcome) => {
  if (outcome.kind === 'refused') throw new Error(outcome.why);
  return outcome.person;
};
const whyOf = (outcome: PersonOutcome) => (outcome.kind === 'refused' ? outcome.why : outcome.kind);

eachEngineRounds((under, { describeOnce }) => {
  const rounds = roundsOf(25);
  async function desk() {
    const storage = await under.openStorage();
    const { audit, clock } = testAudit(storage);
    const options = {
      storage,
      audit,
      now: () => clock.at,
      reaches: () => true,
      invited: async () => nobodyInvited,
      takesRequests: peoplePolicy.takesRequests,
    };
    const nothing = async () => {};
    const accounts = { endSessions: nothing, addressChanged: nothing, sendMails() {} };
    const all = createPeople({ ...options, policy: peoplePolicy, accounts });
    const edit = (
      ...[by, target, fields]: [by: string, target: { id: string; version: number }, fields: PersonFields]
    ) => all.edit(by, target, fields, { proved: true });
    const people = { ...all, edit };
    let count = 0;
    const person = async (role: Role | null, { onShift = false, mail = `p${count}@desk.example` } = {}) => {
      const id = `p${count++}`;
      const at = clock.at.toISOString();
      const row = { id, name: `Person ${id}`, role, mail, mail_key: mail, created_at: at };
      await storage.transaction((trx) => insertPeople(trx, [{ ...row, on_shift_at: onShift ? at : null }]));
      return { id, version: 1 };
    };
    const actions = async () =>
      (await listEntries(storage.db, {}, { cursor: undefined, limit: 100 })).map(({ action }) => action);
    return { storage, people, person, actions, shift: createShift(options), options };
  }

  describeOnce('R77 the record of a person', () => {
    it('is added, edited, given another role and removed, each in the audit log with who did it and no contents', async () => {
      const { storage, people, person, actions } = await desk();
      const admin = await person('admin');
      const agent = await person('agent');
      const added = personOf(
        await people.add(admin.id, { name: ' Nora   Lindqvist ', phone: '(202) 555-0147', mail: '', onShift: true }),
      );
      expect(added).toMatchObject({ name: 'Nora Lindqvist', phone: '+12025550147', mail: null, version: 1 });
      expect(added.on_shift_at).not.toBeNull();
      const edited = personOf(
        await people.edit(admin.id, added, { name: 'Nora Lindqvist', phone: '', mail: 'Nora@Desk.example' }),
      );
      expect(edited).toMatchObject({ phone: null, mail: 'Nora@Desk.example', version: 2 });
      expect(personOf(await people.changeRole(admin.id, agent, 'manager'))).toMatchObject({ role: 'manager' });
      expect(personOf(await people.remove(admin.id, edited)).removed_at).not.toBeNull();
      expect(await actions()).toEqual(['person-removed', 'role-changed', 'person-edited', 'person-added']);
      const entries = await listEntries(storage.db, {}, { cursor: undefined, limit: 100 });
      expect(entries.every(({ by_id }) => by_id === admin.id)).toBe(true);
      expect(entries.map(({ detail }) => detail)).toEqual([
        '{}',
        '{"from":"agent","to":"manager"}',
        '{"fields":["phone","mail"]}',
        '{}',
      ]);
      expect(whyOf(await people.edit(admin.id, edited, { name: 'X', ...noContact }))).toBe('notFound');
    });

    it('R147 by a command keeps the address that signs in, and takes no other one', async () => {
      const { storage, person, shift } = await desk();
      const agent = await person('agent');
      const name = 'Person p0';
      await shift.add({ name, phone: '+12025550147', mail: null });
      const stored = await findPersonById(storage.db, agent.id);
      expect(stored).toMatchObject({ phone: '+12025550147', mail: 'p0@desk.example' });
      const elsewhere = { name, phone: null, mail: 'elsewhere@desk.example' };
      await expect(shift.add(elsewhere)).rejects.toThrow(AccountAddressError);
      expect(await findPersonById(storage.db, agent.id)).toEqual(stored);
    });

    it('is refused with what is wrong with it, and then nothing is written', async () => {
      const { people, person, actions } = await desk();
      const manager = await person('manager');
      const agent = await person('agent');
      await person('viewer', { mail: 'taken@desk.example' });
      const edit = async (fields: { name?: string; phone?: string; mail?: string }) =>
        whyOf(await people.edit(manager.id, agent, { name: 'A', phone: '', mail: 'a@desk.example', ...fields }));
      expect(await edit({ name: '  ' })).toBe('badName');
      expect(await edit({ phone: 'call me' })).toBe('badPhone');
      expect(await edit({ mail: 'a@desk.example, b@desk.example' })).toBe('badMail');
      expect(await edit({ name: 'Person p0' })).toBe('nameTaken');
      expect(await edit({ mail: 'Taken@desk.example' })).toBe('mailTaken');
      expect(await edit({ mail: '' })).toBe('mailNeeded');
      expect(await actions()).toEqual([]);
    });

    it('changes nothing when it is sent as it stands', async () => {
      const { people, person, actions } = await desk();
      const manager = await person('manager');
      const agent = await person('agent');
      const same = { name: 'Person p1', phone: '', mail: 'p1@desk.example' };
      expect(personOf(await people.edit(manager.id, agent, same)).version).toBe(1);
      expect(await actions()).toEqual([]);
    });

    it('leaves the name and the address of somebody who was removed free', async () => {
      const { people, person } = await desk();
      const admin = await person('admin');
      const agent = await person('agent');
      await people.remove(admin.id, agent);
      const other = personOf(await people.add(admin.id, { ...noContact, name: 'Person p1', onShift: false }));
      expect(other.id).not.toBe(agent.id);
      expect((await people.find(agent.id))?.name).toBe('Person p1');
    });
  });

  describeOnce('R77 who acts', () => {
    it('is refused as soon as the role ended, although the session is not over yet', async () => {
      const { people, person } = await desk();
      const admin = await person('admin');
      const other = await person('admin');
      const agent = await person('agent');
      await people.changeRole(admin.id, other, 'viewer');
      expect(whyOf(await people.changeRole(other.id, agent, 'admin'))).toBe('notAllowed');
      await people.remove(admin.id, { ...other, version: 2 });
      expect(whyOf(await people.switchShift(other.id, other.id, true))).toBe('notAllowed');
    });

    it('a manager who touches a manager or an admin changes nothing', async () => {
      const { people, person, actions } = await desk();
      const manager = await person('manager');
      for (const target of [await person('manager'), await person('admin'), manager]) {
        const fields = { name: 'Another name', phone: '', mail: 'other@desk.example' };
        expect(whyOf(await people.edit(manager.id, target, fields))).toBe('notAllowed');
        expect(whyOf(await people.remove(manager.id, target))).toBe('notAllowed');
        expect(whyOf(await people.changeRole(manager.id, target, null))).toBe('notAllowed');
      }
      expect(await actions()).toEqual([]);
    });

    it('cannot raise their own role', async () => {
      const { people, person } = await desk();
      for (const role of ['viewer', 'agent', 'manager'] as const) {
        const self = await person(role);
        expect(whyOf(await people.changeRole(self.id, self, 'admin'))).toBe('notAllowed');
      }
    });
  });

  describe('R77 the last admin', () => {
    it('stays, whoever asks', async () => {
      const { people, person } = await desk();
      const admin = await person('admin');
      expect(whyOf(await people.changeRole(admin.id, admin, 'agent'))).toBe('notAllowed');
      expect(whyOf(await people.remove(admin.id, admin))).toBe('notAllowed');
    });

    it('of two admins who take each other’s role at the same instant, exactly one keeps it', async () => {
      const { people, person, storage } = await desk();
      for (let round = 0; round < rounds; round++) {
        const [one, two] = [await person('admin'), await person('admin')];
        const outcomes = await Promise.all([
          people.changeRole(one.id, two, 'agent'),
          people.changeRole(two.id, one, round % 2 === 0 ? null : 'manager'),
        ]);
        expect(outcomes.map(whyOf).sort()).toEqual(['done', 'notAllowed']);
        expect(await countAdmins(storage.db)).toBe(1);
        // The next round must begin without an admin.
        const survivor = (await people.find(one.id))?.role === 'admin' ? one : two;
        await storage.db.updateTable('people').set({ role: null }).where('id', '=', survivor.id).execute();
      }
    });

    it('of admins who remove and demote each other in a ring, one stays', async () => {
      const { people, person, storage } = await desk();
      for (let round = 0; round < rounds; round++) {
        const ring = [await person('admin'), await person('admin'), await person('admin'), await person('admin')];
        const outcomes = await Promise.all(
          ring.map((admin, at) => {
            const target = ring[(at + 1) % ring.length] ?? admin;
            return at % 2 === 0 ? people.remove(admin.id, target) : people.changeRole(admin.id, target, 'viewer');
          }),
        );
        const left = await countAdmins(storage.db);
        expect(left).toBeGreaterThan(0);
        expect(left).toBe(ring.length - outcomes.filter(({ kind }) => kind === 'done').length);
        await storage.db.updateTable('people').set({ role: null }).where('role', '=', 'admin').execute();
      }
    });
  });

  describe('R81 two people who edit one record', () => {
    it('at the same instant: one is stored, the other sees what changed', async () => {
      const { people, person } = await desk();
      const editors = [await person('admin'), await person('manager')];
      for (let round = 0; round < rounds; round++) {
        const target = await person('agent');
        const outcomes = await Promise.all(
          editors.map(({ id }) =>
            people.edit(id, target, { name: `Round ${round} by ${id}`, phone: '', mail: `${round}${id}@desk.example` }),
          ),
        );
        expect(outcomes.map(whyOf).sort()).toEqual(['changed', 'done']);
        const [one, other] = outcomes.map(personOf);
        expect(one).toEqual(other);
        expect(one?.version).toBe(2);
      }
    });

    it('who give two people one address or one name at the same instant: one is stored', async () => {
      const { people, person } = await desk();
      const admin = await person('admin');
      for (let round = 0; round < rounds; round++) {
        const targets = [await person('agent'), await person('agent')];
        const outcomes = await Promise.all(
          targets.map((target) =>
            people.edit(admin.id, target, {
              name: `N ${round} ${target.id}`,
              phone: '',
              mail: `r${round}@desk.example`,
            }),
          ),
        );
        expect(outcomes.map(whyOf).sort()).toEqual(['done', 'mailTaken']);
        const named = await Promise.all(
          [1, 2].map(() => people.add(admin.id, { ...noContact, name: `Same ${round}`, onShift: false })),
        );
        expect(named.map(whyOf).sort()).toEqual(['done', 'nameTaken']);
      }
    });

    it('an edit and a removal at the same instant: the removal is never undone', async () => {
      const { people, person, storage, actions } = await desk();
      const admin = await person('admin');
      for (let round = 0; round < rounds; round++) {
        const target = await person('agent');
        const [edited, removed] = await Promise.all([
          people.edit(admin.id, target, { name: `Edited ${round}`, phone: '', mail: `e${round}@desk.example` }),
          people.remove(admin.id, target),
        ]);
        expect([whyOf(edited), whyOf(removed)]).toEqual(
          whyOf(removed) === 'done' ? ['notFound', 'done'] : ['done', 'changed'],
        );
        expect((await people.find(target.id))?.removed_at === null).toBe(whyOf(removed) !== 'done');
      }
      expect(await actions()).toHaveLength(rounds);
      expect((await verifyAudit(storage, testKey)).broken).toBeUndefined();
    });
  });

  describe('R81 the shift and being on call', () => {
    it('are switched by their person, and repeating it changes nothing', async () => {
      const { people, person, actions } = await desk();
      const admin = await person('admin');
      for (const on of [true, true, false, false]) {
        const switched = personOf(await people.switchShift(admin.id, admin.id, on));
        expect(switched.on_shift_at !== null).toBe(on);
        expect(personOf(await people.switchOnCall(admin.id, on)).on_call_at !== null).toBe(on);
      }
      expect(await actions()).toEqual(['on-call-ended', 'shift-ended', 'on-call-begun', 'shift-begun']);
      expect(whyOf(await people.switchOnCall((await person('manager')).id, true))).toBe('notAllowed');
    });

    it('end with the role that has them and with the person', async () => {
      const { people, person } = await desk();
      const admin = await person('admin');
      const other = await person('admin', { onShift: true });
      await people.switchOnCall(other.id, true);
      const manager = personOf(await people.changeRole(admin.id, other, 'manager'));
      expect([manager.on_shift_at === null, manager.on_call_at]).toEqual([false, null]);
      const viewer = personOf(await people.changeRole(admin.id, manager, 'viewer'));
      expect(viewer.on_shift_at).toBeNull();
      expect(whyOf(await people.switchShift(admin.id, viewer.id, true))).toBe('notAllowed');
      const agent = await person('agent', { onShift: true });
      expect(personOf(await people.remove(admin.id, agent)).on_shift_at).toBeNull();
    });

    it('R809 the command line and the desk at the same instant leave one truth, and one entry in the audit log', async () => {
      const { people, person, shift, actions, options } = await desk();
      const admin = await person('admin');
      const beside = createShift(options);
      const on = async () => (await people.find(admin.id))?.on_shift_at;
      for (let round = 0; round < rounds; round++) {
        const isOn = round % 2 === 0;
        const others = [() => people.switchShift(admin.id, admin.id, isOn), () => beside.set('Person p0', isOn)];
        await Promise.all([others[round % 3 === 0 ? 0 : 1]?.(), shift.set('Person p0', isOn)]);
        expect((await on()) !== null).toBe(isOn);
      }
      expect(await actions()).toHaveLength(rounds);
      await shift.set('Person p0', true);
      const [since, noted] = [await on(), await actions()];
      expect(await shift.set('Person p0', true)).toBe('done');
      expect([await on(), await actions()]).toEqual([since, noted]);
    });

    it('R809 two commands that add one person at the same instant are one entry, and so is one that changes nothing', async () => {
      const { people, shift, actions, options } = await desk();
      const beside = createShift(options);
      for (let round = 0; round < rounds; round++) {
        const person = { name: `Ines ${round}`, phone: '+12075550155', mail: null };
        await Promise.all([shift.add(person), beside.add(person)]);
        await shift.add({ ...person, phone: '+12075550156' });
        const { id } = (await shift.list()).find(({ name }) => name === person.name) ?? {};
        expect(await people.find(id ?? '')).toMatchObject({ phone: '+12075550156', version: 2 });
      }
      expect(await actions()).toEqual(Array(rounds).fill(['person-edited', 'person-added']).flat());
    });

    it('R816 no command begins a shift for somebody who only reads, also when they get that role at the same instant', async () => {
      const { people, person, shift } = await desk();
      const admin = await person('admin');
      for (let round = 0; round < rounds; round++) {
        const agent = await person('agent');
        const name = (await people.find(agent.id))?.name ?? '';
        const [role, switched] = await Promise.all([
          people.changeRole(admin.id, agent, 'viewer'),
          shift.set(name, true),
        ]);
        expect(await people.find(agent.id)).toMatchObject({ role: 'viewer', on_shift_at: null });
        expect(whyOf(role)).toBe('done');
        expect(['done', 'takesNoRequests']).toContain(switched);
        expect(await shift.set(name, true)).toBe('takesNoRequests');
        expect(await shift.set(name, false)).toBe('done');
      }
      expect(await shift.set('Nobody', true)).toBe('notFound');
    });
  });

  describeOnce('R77 the first role of somebody on shift', () => {
    it('ends the shift when the role takes no requests, and leaves it otherwise', async () => {
      const { person, people, storage } = await desk();
      const give = (id: string, role: Role) =>
        storage.transaction((trx) => giveFirstRole(trx, id, role, () => true, new Date()));
      const [viewer, agent] = [await person(null, { onShift: true }), await person(null, { onShift: true })];
      expect(await give(viewer.id, 'viewer')).toBeUndefined();
      expect(await people.find(viewer.id)).toMatchObject({ role: 'viewer', on_shift_at: null });
      expect(await give(agent.id, 'agent')).toBeUndefined();
      expect((await people.find(agent.id))?.on_shift_at).not.toBeNull();
      expect(await give(agent.id, 'admin')).toBe('hasAccount');
    });
  });
});
