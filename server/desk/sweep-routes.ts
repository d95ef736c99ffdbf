/** The endpoints of the sweep and of legal holds. */
import type { FastifyInstance } from 'fastify';
import { brand } from '#brand/brand.ts';
import type { HoldView, RecordsView } from '#contract/desk/sweep-endpoints.ts';
import * as endpoints from '#contract/desk/sweep-endpoints.ts';
import { timeInWords } from '#contract/record-classes.ts';
import type { Context } from '#server/context.ts';
import { findWhole } from '#server/dealerships/service.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { referencesOfLeads } from '#server/leads/service.ts';
import { namesOfPeople } from '#server/people/service.ts';
import { type Hold, mostCounted } from '#server/retention/service.ts';
import { fieldsOf } from '#server/rows.ts';
import { nextHour } from '#server/times.ts';

const shownSweeps = 14;

export function sweepRoutes(app: FastifyInstance, context: Context): void {
  const { audit, sweeps, holds, storage, now } = context;

  async function namesOf(ids: readonly (string | null)[]) {
    const nameOf = await namesOfPeople(storage.db, ids);
    return (id: string | null) => nameOf(id) ?? id;
  }

  async function subjectOf({ kind, subject_id }: Hold): Promise<string> {
    if (kind === 'dealership') return (await findWhole(storage.db, subject_id))?.name ?? subject_id;
    return (await referencesOfLeads(storage.db, [subject_id])).get(subject_id) ?? subject_id;
  }

  async function presentHolds(rows: readonly Hold[]): Promise<HoldView[]> {
    const nameOf = await namesOf(rows.flatMap((hold) => [hold.set_by_id, hold.ended_by_id]));
    return Promise.all(
      rows.map(async (hold) => ({
        ...fieldsOf(hold, 'id', 'kind', 'subject_id', 'reason', 'set_at', 'ended_at'),
        subject: await subjectOf(hold),
        setBy: nameOf(hold.set_by_id),
        endedBy: nameOf(hold.ended_by_id),
      })),
    );
  }

  async function view(): Promise<RecordsView> {
    const newest = await sweeps.newest(shownSweeps);
    const nameOf = await namesOf(newest.map(({ confirmed_by_id }) => confirmed_by_id));
    const due = await sweeps.countDue(now());
    return {
      kinds: sweeps.kinds.map((kind) => ({
        name: kind.name,
        class: kind.class,
        kept: `${timeInWords(sweeps.timeOf(kind))} after ${kind.startsAt}`,
        due: due[kind.name] ?? 0,
      })),
      mostCounted,
      sweeps: newest.map((sweep) => ({
        ...fieldsOf(sweep, 'id', 'night', 'started_at', 'ended_at', 'planned', 'taken', 'kept', 'doubt'),
        confirmedAt: sweep.confirmed_at,
        confirmedBy: sweep.confirmed_at === null ? null : (nameOf(sweep.confirmed_by_id) ?? brand.name),
      })),
      holds: await presentHolds(await holds.standing()),
      changesAt: nextHour(now()),
    };
  }

  register(app, context, endpoints.viewRecords, async ({ caller }) => {
    audit.listed(caller, { name: 'records' });
    return ok(await view());
  });

  register(app, context, endpoints.confirmSweep, async ({ caller, params, refuse }) => {
    if (!(await sweeps.confirm(caller.personId, params.id))) throw refuse('nothingToConfirm');
    return ok(await view());
  });

  register(app, context, endpoints.listHolds, async ({ caller, params }) => {
    const kind = params.kind === 'lead' ? 'lead' : 'dealership';
    const found = await holds.on(kind, params.id);
    // The reason of a hold is free text about the record.
    if (found.length > 0) await audit.opened(caller, { kind, id: params.id });
    return ok({ holds: await presentHolds(found) });
  });

  register(app, context, endpoints.setHold, async ({ caller, body: { kind, id, reason }, refuse }) => {
    const { hold, refused } = await holds.set(caller.personId, { kind, id }, reason);
    if (refused) throw refuse(refused);
    const [presented] = await presentHolds([hold]);
    if (!presented) throw new Error('A hold that was set is shown');
    return ok({ hold: presented });
  });

  register(app, context, endpoints.endHold, async ({ caller, params, refuse }) => {
    if (!(await holds.end(caller.personId, params.id))) throw refuse('holdEnded');
    return ok({ ended: true as const });
  });
}
