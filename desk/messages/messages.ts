/** Reads messages. */
import { listMessages, viewMessage } from '#contract/desk/message-endpoints.ts';
import { messageSearch } from '#contract/desk/messages.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { useRead } from '../lib/read.ts';
import { useReadPages } from '../lib/read-pages.ts';
import { type MessageFilters, queryOf } from './filters.ts';

/**
 * The query for a list's filters. A search that is shorter than `messageSearch.least` is left out, so that all messages are shown.
 */
export const askedOf = ({ search, ...filters }: MessageFilters) =>
  queryOf({ ...filters, search: [...search].length >= messageSearch.least ? search : '' });

export const useMessages = (filters: MessageFilters) =>
  useReadPages(listMessages, { query: askedOf(filters) }, { topics: readTopics.listMessages });

export const useMessage = (id: string) =>
  useRead(viewMessage, { params: { id } }, { topics: readTopics.viewMessage(id) });
