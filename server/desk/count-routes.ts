/** The counts beside the names of the navigation. One read serves all consoles that ask at about the same time. */
import type { FastifyInstance } from 'fastify';
import { viewCounts } from '#contract/desk/count-endpoints.ts';
import type { Permission } from '#contract/desk/permissions.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { countLate, nextLate } from '#server/leads/service.ts';
import { countWaiting } from '#server/requests/service.ts';
import { earliest, nextHour } from '#server/times.ts';
import { may } from './policy.ts';

export function countRoutes(app: FastifyInstance, context: Context): void {
  const { changes, delivery, firstHour, schedule, storage, now } = context;
  const counts = changes.shared('counts', async () => {
    const at = now();
    const gaps = await schedule.gaps();
    return {
      requestsWaiting: await countWaiting(storage.db),
      leadsLate: await countLate(storage, at),
      scheduleGaps: gaps.length,
      messagesFailed: (await delivery.unfinished()).failed,
      firstHourOpen: await firstHour.open(),
      changesAt: earliest(nextHour(at), gaps[0]?.endsAt, await nextLate(storage, at)),
    };
  });

  register(app, context, viewCounts, async ({ caller: { role } }) => {
    const all = await counts();
    const seen = (permission: Permission, count: number) => (may(role, permission) ? count : null);
    return ok({
      requestsWaiting: seen('readRequests', all.requestsWaiting),
      leadsLate: seen('readLeads', all.leadsLate),
      scheduleGaps: seen('readSchedule', all.scheduleGaps),
      messagesFailed: seen('manageMessages', all.messagesFailed),
      firstHourOpen: seen('changeSettings', all.firstHourOpen),
      changesAt: all.changesAt,
    });
  });
}
