/** The filters of the list of messages, and how they stand in the address. */
import { type MessageChannel, type MessageFilter, messageChannels, messageFilters } from '#contract/desk/messages.ts';
import { oneOf } from '../lib/options.ts';
import { searchIn, setOnly } from '../lib/use-list.ts';

export const filterNames = Object.keys(messageFilters) as MessageFilter[];
const channelNames = Object.keys(messageChannels) as MessageChannel[];

/** The filters of an address; empty texts for all. An unknown value counts as not set. */
export const readFilters = (params: URLSearchParams) =>
  ({
    filter: oneOf(filterNames, params.get('filter')) ?? '',
    channel: oneOf(channelNames, params.get('channel')) ?? '',
    search: searchIn(params),
  }) as const;
export type MessageFilters = ReturnType<typeof readFilters>;

/** The filters as the address takes them: only those that are set. */
export const queryOf = (filters: MessageFilters) => setOnly(filters);
