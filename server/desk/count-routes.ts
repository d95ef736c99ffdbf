/** The counts beside the names of the navigation. One read serves all consoles that ask at about the same time. */
import type { FastifyInstance } from 'fastify';
import { viewCounts } from '#contract/desk/count-endpoints.ts';
import type { Permission } from '#contract/desk/permissions.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/endpoint.ts';
import { countLate } from '#server/leads/service.ts';
import { countWaiting } from '#server/requests/service.ts';
import { may } from './policy.ts';

export function countRoutes(app: FastifyInstance, context: Context): void {
  const { changes, delivery, firstHour, schedule, storage, now } = context;
  const counts = changes.shared('counts', async () => ({
    requestsWaiting: await countWaiting(storage.db),
    leadsLate: await countLate(storage, now()),
    scheduleGaps: await schedule.countGaps(),
    messagesFailed: (await delivery.unfinished()).failed,
    firstHourOpen: await firstHour.open(),
  }));

  register(app, context, viewCounts, async ({ caller: { role } }) => {
    const all = await counts();
    const seen = (permission: Permission, count: number) => (may(role, permission) ? count : null);
    return {
      status: 200,
      value: {
        requestsWaiting: seen('readRequests', all.requestsWaiting),
        leadsLate: seen('readLeads', all.leadsLate),
        scheduleGaps: seen('readSchedule', all.scheduleGaps),
        messagesFailed: seen('manageMessages', all.messagesFailed),
        firstHourOpen: seen('changeSettings', all.firstHourOpen),
      },
    };
  });
}
