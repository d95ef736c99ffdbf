/** The export of leads: what the desk's list shows with the same filter, the newest first. */
import * as z from 'zod/mini';
import { leadLimits, leadStatusFilters } from '#contract/desk/leads.ts';
import { columnsOf } from '#server/csv.ts';
import { defineExporter } from '#server/exports/service.ts';
import type { ExportedLead, LeadDesk } from './desk.ts';

const yes = z.optional(z.literal('yes'));

export const leadsExporter = ({ leadDesk }: { readonly leadDesk: LeadDesk }) =>
  defineExporter({
    kind: 'leads',
    needs: 'readLeads',
    filter: z.strictObject({
      status: z.optional(z.enum(leadStatusFilters)),
      form: z.optional(z.enum(['inquiry', 'intake'])),
      mine: yes,
      late: yes,
      flagged: yes,
      search: z.optional(z.string().check(z.maxLength(leadLimits.search))),
    }),
    typed: ['search'],
    columns: {
      ...columnsOf<ExportedLead>('reference', 'form', 'name', 'detail', 'phone', 'mail', 'status', 'owner'),
      ...columnsOf<ExportedLead>('dueAt', 'firstContactAt', 'createdAt', 'amendedAt', 'closedAt'),
      flags: (lead: ExportedLead) => lead.flags.join(', '),
    },
    rows: ({ status, form, mine, late, flagged, search }, { personId }) =>
      leadDesk.allByArrival({
        status,
        form,
        ownerId: mine && personId,
        late: late !== undefined,
        flagged: flagged !== undefined,
        search,
      }),
  });
