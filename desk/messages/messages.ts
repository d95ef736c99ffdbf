/** Reads messages. */
import { listMessages, viewMessage } from '#contract/desk/message-endpoints.ts';
import { messageSearch } from '#contract/desk/messages.ts';
import { useRead } from '../lib/read.ts';
import { useReadPages } from '../lib/read-pages.ts';
import { type MessageFilters, queryOf } from './filters.ts';

/** What is asked for. A search that is too short finds nothing out yet: all are shown. */
export const askedOf = ({ search, ...filters }: MessageFilters) =>
  queryOf({ ...filters, search: [...search].length >= messageSearch.least ? search : '' });

/** The list. */
export function useMessages(filters: MessageFilters) {
  const query = askedOf(filters);
  return useReadPages(listMessages, (cursor) => ({ query: { ...query, ...(cursor !== undefined && { cursor }) } }), {
    topics: ['messages'],
    nextOf: (page) => page.nextCursor,
  });
}

export const useMessage = (id: string) =>
  useRead(viewMessage, { params: { id } }, { topics: [{ topic: 'messages', id }] });
