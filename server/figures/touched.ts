/** Finds the days whose facts may have changed. Features report each request, call and lead that they change. */
import type { DeskTopic } from '#contract/desk/live.ts';
import { type ChangeReaderOptions, createChangeReader, type Found } from '#server/changes/service.ts';
import type { Storage } from '#server/database/open.ts';
import { leadStates } from '#server/leads/service.ts';
import { callStates, requestStates } from '#server/requests/service.ts';
import { distinct } from '#server/rows.ts';

/** The times of the changed items; `everything` when it is unknown what changed. */
export type Touched = 'everything' | readonly string[];

/** The topics of counted items. Presence is left out: its rows are only added, on days that each look reads anyway. */
const countedTopics: ReadonlySet<DeskTopic> = new Set(['board', 'leads', 'records']);

/** With more changed items than this, their times are not looked up, and every day is read again. */
const mostThings = 500;

/** Reads the times of the items that have changed since the last call. */
export function createTouchedReader(
  storage: ChangeReaderOptions['storage'] & Pick<Storage, 'reads'>,
  clockMs: () => number,
) {
  const changes = createChangeReader({ storage, clockMs });

  async function timesOf(found: Found): Promise<Touched> {
    if (found === 'everything') return found;
    const counted = found.filter(({ topic }) => countedTopics.has(topic));
    if (counted.some(({ topic, about }) => topic === 'records' || about === null)) return 'everything';
    const { board = [], leads = [] } = Object.groupBy(counted, ({ topic }) => topic);
    const [ofBoard, ofLeads] = [distinct(board, 'about'), distinct(leads, 'about')];
    if (ofBoard.length + ofLeads.length > mostThings) return 'everything';
    const times = [
      ...(await requestStates.times(storage.reads, ofBoard)),
      ...(await callStates.times(storage.reads, ofBoard)),
      ...(await leadStates.times(storage.reads, ofLeads)),
    ];
    // A deleted item has no time any more, so any day may have changed.
    return times.length === ofBoard.length + ofLeads.length ? times : 'everything';
  }

  return () => changes.look(timesOf);
}
