/** The schedule's endpoints, over the service of the schedule. */
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/desk/schedule-endpoints.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
import type { EditOutcome, ScheduleRefusal } from '#server/schedule/service.ts';
import { may } from './policy.ts';

/**
 * The status of an edit: 409 when somebody else changed the schedule since, else 200. Throws the refusal when the outcome is one.
 */
function statusOf(outcome: EditOutcome, refuse: (why: ScheduleRefusal) => Refusal): 200 | 409 {
  if (outcome.kind === 'refused') throw refuse(outcome.why);
  return outcome.kind === 'changed' ? 409 : 200;
}

export function scheduleRoutes(app: FastifyInstance, context: Context): void {
  const { schedule, changes, audit } = context;
  const readCoverage = changes.shared('schedule', schedule.coverage);

  register(app, context, endpoints.viewSchedule, async ({ caller, query, refuse }) => {
    const week = await schedule.week(query.date);
    if (!week) throw refuse('badDate');
    audit.listed(caller, { name: 'schedule' });
    return ok({ ...week, mayManage: may(caller.role, 'manageSchedule') });
  });

  register(app, context, endpoints.viewCoverage, async () => ok(await readCoverage()));

  register(app, context, endpoints.changeWeek, async ({ caller, params: { id }, body, refuse }) => {
    const status = statusOf(await schedule.changeWeek(caller.personId, id, body.version, body.week), refuse);
    const value = await schedule.person(id);
    if (!value) throw refuse('notFound');
    return { status, value };
  });

  register(app, context, endpoints.changeDay, async ({ caller, params: { id, date }, body, refuse }) => {
    const outcome = await schedule.changeDay(caller.personId, id, date, body.version, body.hours);
    const status = statusOf(outcome, refuse);
    const value = await schedule.person(id, date);
    if (!value) throw refuse('notFound');
    return { status, value };
  });

  register(app, context, endpoints.changeHoliday, async ({ caller, params: { date }, body, refuse }) => {
    const outcome = await schedule.changeHoliday(caller.personId, date, body.version, body.holiday);
    return { status: statusOf(outcome, refuse), value: await schedule.holiday(date) };
  });
}
