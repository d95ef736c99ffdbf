/** The days whose facts may have changed: features report the time of each request, call and lead that they change. */
import type { DeskTopic } from '#contract/desk/live.ts';
import { type ChangeReaderOptions, createChangeReader, type Found } from '#server/changes/service.ts';
import type { Storage } from '#server/database/open.ts';
import { leadStates } from '#server/leads/service.ts';
import { callStates, requestStates } from '#server/requests/service.ts';

/** The times by which the things that changed are counted; `everything` when it is not known which ones changed. */
export type Touched = 'everything' | readonly string[];

/** The topics of what is counted. Presence is not among them: it is only added to, in days that each look asks about. */
const countedTopics: ReadonlySet<DeskTopic> = new Set(['board', 'leads', 'records']);

/** With more changed things than this, their times are not looked up: each day is asked about instead. */
const mostThings = 500;

/** Reads what has changed since the last call, and when that happened. */
export function createTouchedReader(
  storage: ChangeReaderOptions['storage'] & Pick<Storage, 'reads' | 'dialect'>,
  clockMs: () => number,
) {
  const changes = createChangeReader({ storage, clockMs });

  function idsOf(found: Exclude<Found, 'everything'>, topic: DeskTopic): string[] {
    return [...new Set(found.flatMap((change) => (change.topic === topic ? (change.about ?? []) : [])))];
  }

  return async function touched(): Promise<Touched> {
    const found = await changes.look();
    if (found === 'everything') return found;
    const counted = found.filter(({ topic }) => countedTopics.has(topic));
    if (counted.some(({ topic, about }) => topic === 'records' || about === null)) return 'everything';
    const [ofBoard, ofLeads] = [idsOf(counted, 'board'), idsOf(counted, 'leads')];
    if (ofBoard.length + ofLeads.length > mostThings) return 'everything';
    const times = [
      ...(await requestStates.times(storage, ofBoard)),
      ...(await callStates.times(storage, ofBoard)),
      ...(await leadStates.times(storage, ofLeads)),
    ];
    // A thing that was deleted has no time any more, so any day may have changed.
    return times.length === ofBoard.length + ofLeads.length ? times : 'everything';
  };
}
