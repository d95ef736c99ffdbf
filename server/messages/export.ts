/** The export of messages: the desk's list with the same filter and order. The messages' contents are left out. */
import * as z from 'zod/mini';
import {
  type MessageChannel,
  type MessageFilter,
  messageChannels,
  messageFilters,
  messageSearch,
} from '#contract/desk/messages.ts';
import { names } from '#contract/schemas.ts';
import { columnsOf } from '#server/csv.ts';
import { inSlices } from '#server/database/open.ts';
import { defineExporter } from '#server/exports/service.ts';
import type { OverviewRow } from '#server/outbox/service.ts';
import type { Messages } from './service.ts';

export const messagesExporter = ({ messages }: { readonly messages: Pick<Messages, 'list' | 'operator'> }) =>
  defineExporter({
    kind: 'messages',
    needs: 'manageMessages',
    filter: z.strictObject({
      filter: z.optional(z.enum(names<MessageFilter>(messageFilters))),
      channel: z.optional(z.enum(names<MessageChannel>(messageChannels))),
      search: z.optional(z.string().check(z.minLength(messageSearch.least), z.maxLength(messageSearch.most))),
    }),
    typed: ['search'],
    columns: {
      ...columnsOf<OverviewRow>('id', 'created_at', 'channel', 'kind'),
      to: (row: OverviewRow) => row.recipient || messages.operator,
      about: (row) => row.about?.label ?? null,
      ...columnsOf<OverviewRow>('state', 'attempts'),
      due_at: (row) => (row.state === 'waiting' || row.state === 'unsure' ? row.due_at : null),
      ...columnsOf<OverviewRow>('sent_at', 'delivered_at'),
      failed_at: (row) => (row.state === 'failed' ? row.failed_at : null),
      last_error: (row) => row.last_error,
    },
    rows: ({ filter, channel, search }) =>
      inSlices<OverviewRow>(Infinity, (limit, after) => messages.list({ filter, channel, search, after, limit })),
  });
