/** `/api/desk/exports`: the rows of a filtered list as a file. Every export is registered here and nowhere else. */
import type { FastifyInstance } from 'fastify';
import { brand } from '#brand/brand.ts';
import { beginExport, downloadExport } from '#contract/desk/export-endpoints.ts';
import { pathOf } from '#contract/endpoint.ts';
import { dayAt } from '#server/calendar.ts';
import type { Context } from '#server/context.ts';
import { personExporter } from '#server/erasure/service.ts';
import type { Exporter } from '#server/exports/service.ts';
import { figuresExporter } from '#server/figures/service.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { leadsExporter } from '#server/leads/service.ts';
import { messagesExporter } from '#server/messages/service.ts';
import { requestsExporter } from '#server/requests/service.ts';
import { auditExporter } from './audit-list.ts';
import { dealershipsExporter } from './dealership-list.ts';
import { peopleExporter } from './people-list.ts';
import { seenExporter } from './seen-report.ts';

/** The exporters of all features. */
const exporters: readonly ((context: Context) => Exporter)[] = [
  requestsExporter,
  leadsExporter,
  dealershipsExporter,
  peopleExporter,
  messagesExporter,
  auditExporter,
  seenExporter,
  figuresExporter,
  personExporter,
];

export function exportRoutes(app: FastifyInstance, context: Context): void {
  const { exports, now } = context;
  for (const make of exporters) exports.add(make(context));

  register(app, context, beginExport, async ({ caller, body: { kind, filter }, refuse }) => {
    const begun = await exports.begin(caller, kind, filter);
    if ('refused' in begun) throw refuse(begun.refused);
    return ok({ address: pathOf(downloadExport, { token: begun.token }) });
  });

  register(app, context, downloadExport, async ({ caller, params: { token }, request, reply, refuse }) => {
    // A HEAD request must not use up the token, which works once.
    if (request.method === 'HEAD') throw refuse('gone');
    const taken = await exports.take(caller, token);
    if ('refused' in taken) throw refuse(taken.refused);
    return reply
      .type(taken.type)
      .header(
        'content-disposition',
        `attachment; filename="${taken.kind}-${dayAt(now(), brand.timeZone)}.${taken.ending}"`,
      )
      .send(taken.file);
  });
}
