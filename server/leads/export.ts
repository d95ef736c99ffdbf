/** The export of leads: what the desk's list shows with the same filter, the newest first. */
import * as z from 'zod/mini';
import { listLeads } from '#contract/desk/lead-endpoints.ts';
import { columnsOf } from '#server/csv.ts';
import { defineExporter } from '#server/exports/service.ts';
import type { ExportedLead, LeadDesk } from './desk.ts';

export const leadsExporter = ({ leadDesk }: { readonly leadDesk: LeadDesk }) =>
  defineExporter({
    kind: 'leads',
    needs: 'readLeads',
    filter: z.strictObject(z.omit(listLeads.query, { cursor: true }).def.shape),
    typed: ['search'],
    columns: {
      ...columnsOf<ExportedLead>('reference', 'form', 'name', 'detail', 'phone', 'mail', 'status', 'owner'),
      ...columnsOf<ExportedLead>('dueAt', 'firstContactAt', 'createdAt', 'amendedAt', 'closedAt'),
      flags: (lead: ExportedLead) => lead.flags.join(', '),
    },
    rows: (query, { personId }) => leadDesk.allByArrival(query, personId),
  });
