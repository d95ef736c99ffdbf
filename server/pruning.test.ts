/** What is deleted after some time and what stays, by a clock that the test sets. */
import { describe, expect, it } from 'vitest';
import { staffTimes } from '#contract/desk/session.ts';
import { startApp } from '../tests/support/app.ts';
import { eachEngine } from '../tests/support/each-engine.ts';
import { startPortal } from '../tests/support/portal.ts';
import { staffOf } from '../tests/support/staff.ts';
import { createPruning } from './pruning.ts';

const dayMs = 24 * 60 * 60_000;
const began = new Date('2026-01-05T21:06:00Z');

eachEngine((under) => {
  async function running() {
    const clock = { at: began };
    const place = await under.newPlace();
    const shared = { ...under, newPlace: async () => place };
    const overrides = { now: () => clock.at };
    const portal = await startPortal(shared, { ON_SHIFT: '' }, overrides);
    const { context } = portal;
    const other = await startApp(shared, {}, overrides);
    const later = (days: number) => {
      clock.at = new Date(began.getTime() + days * dayMs);
    };
    const { db } = context.storage;
    const idsIn = async (table: 'rings' | 'staff_sessions' | 'staff_notices' | 'staff_links' | 'staff_invitations') =>
      (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
    return { ...portal, other, later, db, idsIn, now: () => clock.at.toISOString(), ...staffOf(context) };
  }

  describe('R150 what nobody needs any more is deleted in slices, by one or by two servers at once', () => {
    it('rings 90 days after their end, with whom they reached; one that is open stays', async () => {
      const { db, context, other, later, now, ask, sessionFor, shared, idsIn, addPerson } = await running();
      const requestId = await ask(await sessionFor(shared.code));
      const person = await addPerson('agent');
      const rows = Array.from({ length: 1200 }, (_, at) => ({
        id: `ring ${String(at).padStart(4, '0')}`,
        request_id: requestId,
        asked_at: new Date(began.getTime() - at).toISOString(),
        stage: 1 as const,
        stage_at: now(),
        ended_at: at === 0 ? null : now(),
      }));
      for (let from = 0; from < rows.length; from += 400) {
        const slice = rows.slice(from, from + 400);
        await db.insertInto('rings').values(slice).execute();
        const rung = slice.map(({ id }) => ({ ring_id: id, person_id: person.id, stage: 1 as const }));
        await db
          .insertInto('ring_people')
          .values(rung.map((row) => ({ ...row, rung_at: now(), pushed_at: now() })))
          .execute();
      }
      later(89.9);
      await context.pruning.prune();
      expect(await idsIn('rings')).toHaveLength(1200);
      later(90.1);
      await Promise.all([context.pruning.prune(), other.context.pruning.prune()]);
      expect(await idsIn('rings')).toEqual(['ring 0000']);
      const left = await db.selectFrom('ring_people').select('ring_id').execute();
      expect(left).toEqual([{ ring_id: 'ring 0000' }]);
    });

    it('presence after 800 days, but for what says how each stood then', async () => {
      const { db, context, other, later, addPerson } = await running();
      const [busy, quiet] = [await addPerson('agent'), await addPerson('agent')];
      const change = (person_id: string, day: number, state: 'available' | 'away') =>
        ({ person_id, state, at: new Date(began.getTime() + day * dayMs).toISOString(), cause: 'person' }) as const;
      const changes = Array.from({ length: 700 }, (_, at) =>
        change(busy.id, at / 10, at % 2 === 0 ? 'available' : 'away'),
      );
      for (let from = 0; from < changes.length; from += 350) {
        await db
          .insertInto('presence_changes')
          .values(changes.slice(from, from + 350))
          .execute();
      }
      await db
        .insertInto('presence_changes')
        .values([change(quiet.id, 1, 'available'), change(busy.id, 300, 'available')])
        .execute();
      later(870.5);
      await Promise.all([context.pruning.prune(), other.context.pruning.prune()]);
      const left = await db.selectFrom('presence_changes').select(['person_id', 'at']).orderBy('at').execute();
      expect(left).toEqual([
        { person_id: quiet.id, at: change(quiet.id, 1, 'away').at },
        // The last change before the time, and everything after it.
        { person_id: busy.id, at: change(busy.id, 69.9, 'away').at },
        { person_id: busy.id, at: change(busy.id, 300, 'away').at },
      ]);
    });

    it('sessions, devices, notices, links and finished invitations, each at its time; an accepted invitation waits', async () => {
      const { db, context, other, later, now, signInAs, idsIn } = await running();
      const { personId, sessionId } = await signInAs('admin');
      await db
        .insertInto('staff_devices')
        .values({ id: 'd', person_id: personId, created_at: now(), used_at: now() })
        .execute();
      const notice = { kind: 'new-device', person_id: personId, about_id: personId, device: 'Firefox' } as const;
      await db
        .insertInto('staff_notices')
        .values({ id: 'n', ...notice, created_at: now() })
        .execute();
      const invite = async (name: string) => {
        const whom = { personId: null, name, email: `${name}@boxline.example`, role: 'agent', by: 'link' } as const;
        const made = await context.signIn.invitations.invite(personId, whom);
        if (made.kind !== 'invited') throw new Error(made.why);
        return made.invitation.row.id;
      };
      const [open, accepted, confirmed] = [await invite('ann'), await invite('bo'), await invite('cy')];
      const set = (id: string, values: object) =>
        db.updateTable('staff_invitations').set(values).where('id', '=', id).execute();
      await set(accepted, { accepted_at: now() });
      await set(confirmed, { accepted_at: now(), confirmed_at: now() });
      const prune = () => Promise.all([context.pruning.prune(), other.context.pruning.prune()]);
      const counts = async () => ({
        sessions: (await idsIn('staff_sessions')).length,
        devices: (await db.selectFrom('staff_devices').select('id').execute()).length,
        notices: (await idsIn('staff_notices')).length,
        invitations: (await idsIn('staff_invitations')).length,
        links: (await idsIn('staff_links')).length,
      });
      expect(await idsIn('staff_sessions')).toEqual([sessionId]);
      later((staffTimes.sessionForMs + staffTimes.pushedOnCallForMs) / dayMs + 0.9);
      await prune();
      expect(await counts()).toEqual({ sessions: 1, devices: 1, notices: 1, invitations: 3, links: 3 });
      later((staffTimes.sessionForMs + staffTimes.pushedOnCallForMs) / dayMs + 1.1);
      await prune();
      expect(await counts()).toEqual({ sessions: 0, devices: 1, notices: 1, invitations: 3, links: 3 });
      later(33.1);
      await prune();
      expect(await idsIn('staff_invitations')).toEqual([accepted]);
      expect(await idsIn('staff_links')).toEqual([accepted]);
      expect([open, confirmed]).not.toContain(accepted);
      later(90.1);
      await prune();
      expect(await counts()).toEqual({ sessions: 0, devices: 0, notices: 0, invitations: 1, links: 1 });
    });

    it('R1005 nothing while the clock is far ahead of the last sweep, until an admin confirms that it is right', async () => {
      const { db, context, later, now, signInAs, sessionFor, shared, idsIn } = await running();
      const { sweeps, pruning, portal } = context;
      expect(await sweeps.look()).toBe('reported');
      const { sessionId } = await signInAs('admin');
      await sessionFor(shared.code);
      const left = async () => [
        ...(await idsIn('staff_sessions')),
        (await db.selectFrom('portal_sessions').select('id').execute()).length,
      ];
      const prune = async () => {
        await pruning.prune();
        await portal.purgeExpired();
        return left();
      };
      later(400);
      expect(await prune()).toEqual([sessionId, 1]);
      // The sweep that doubts the clock makes it no more credible.
      expect(await sweeps.look()).toBe('reported');
      expect(await prune()).toEqual([sessionId, 1]);
      later(0.1);
      expect(await prune()).toEqual([sessionId, 1]);
      later(400);
      const waiting = (await sweeps.newest(9)).find(({ started_at }) => started_at === now());
      expect(await sweeps.confirm(null, waiting?.id ?? '')).toBe(true);
      expect(await prune()).toEqual([0]);
    });

    it('one kind that fails keeps no other one back, and is heard of', async () => {
      const { context } = await running();
      const pruned: string[] = [];
      const prunable = (name: string, rows: readonly number[]) => ({
        name,
        keptForMs: dayMs,
        async deleteBefore(_: unknown, before: string, limit: number) {
          pruned.push(`${name} ${before} ${limit}`);
          if (name === 'broken') throw new Error('it is broken');
          return rows[pruned.filter((line) => line.startsWith(name)).length - 1] ?? 0;
        },
      });
      const prunables = [prunable('broken', []), prunable('whole', [500, 500, 3])];
      const pruning = createPruning({ ...context, prunables, now: () => began, onError() {} });
      await expect(pruning.prune()).rejects.toThrow('it is broken');
      const line = (name: string) => `${name} 2026-01-04T21:06:00.000Z 500`;
      expect(pruned).toEqual([line('broken'), line('whole'), line('whole'), line('whole')]);
    });
  });
});
