/** The filters of the list of messages, and how they stand in the address. */
import { type MessageChannel, type MessageFilter, messageChannels, messageFilters } from '#contract/desk/messages.ts';
import { oneOf } from '../lib/options.ts';
import { searchIn, setOnly } from '../lib/use-list.ts';

export interface MessageFilters {
  /** Empty for all. */
  readonly filter: MessageFilter | '';
  /** Empty for both. */
  readonly channel: MessageChannel | '';
  readonly search: string;
}

export const filterNames = Object.keys(messageFilters) as MessageFilter[];
const channelNames = Object.keys(messageChannels) as MessageChannel[];

/** The filters of an address. An unknown value counts as not set. */
export const readFilters = (params: URLSearchParams): MessageFilters => ({
  filter: oneOf(filterNames, params.get('filter')) ?? '',
  channel: oneOf(channelNames, params.get('channel')) ?? '',
  search: searchIn(params),
});

/** The filters as the address takes them: only those that are set. */
export const queryOf = (filters: MessageFilters) => setOnly(filters);
