/** Reads messages. */
import { listMessages, viewMessage } from '#contract/desk/message-endpoints.ts';
import { messageSearch } from '#contract/desk/messages.ts';
import { useRead } from '../lib/read.ts';
import { useReadPages } from '../lib/read-pages.ts';
import { type MessageFilters, queryOf } from './filters.ts';

/** The list. A search that is too short finds nothing out yet: all are shown. */
export function useMessages({ search, ...filters }: MessageFilters) {
  const query = queryOf({ ...filters, search: search.length >= messageSearch.least ? search : '' });
  return useReadPages(listMessages, (cursor) => ({ query: { ...query, ...(cursor !== undefined && { cursor }) } }), {
    topics: ['messages'],
    nextOf: (page) => page.nextCursor,
  });
}

export const useMessage = (id: string) =>
  useRead(viewMessage, { params: { id } }, { topics: [{ topic: 'messages', id }] });
