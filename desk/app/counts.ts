/** The counts beside the names in the navigation. `CountsReader`, which is loaded after the shell, reads and sets them. */
import { createStore, useStore } from '#client/lib/store.ts';
import type { DeskCounts } from '#contract/desk/count-endpoints.ts';
import { type DeskPath, paths } from './paths.ts';

export const counts = createStore<DeskCounts | undefined>(undefined);

/** A count beside a name: `2 waiting`. `tone` says whether somebody has to act. */
interface Counted {
  readonly text: string;
  readonly tone: 'now' | 'fault' | 'soft';
}

const words: Readonly<Partial<Record<DeskPath, [keyof DeskCounts, string, Counted['tone']]>>> = {
  [paths.board]: ['requestsWaiting', 'waiting', 'now'],
  [paths.leads]: ['leadsLate', 'late', 'now'],
  [paths.schedule]: ['scheduleGaps', 'gaps', 'soft'],
  [paths.messages]: ['messagesFailed', 'failed', 'fault'],
  [paths.firstHour]: ['firstHourOpen', 'open', 'soft'],
};

/** The count beside the name of a screen; undefined while there is nothing to say. */
export function countOf(all: DeskCounts | undefined, path: DeskPath): Counted | undefined {
  const [name, word, tone] = words[path] ?? [];
  const count = name && all?.[name];
  if (!count || !word || !tone) return undefined;
  return { text: `${count} ${count === 1 && word === 'gaps' ? 'gap' : word}`, tone };
}

export const useCounts = (): DeskCounts | undefined => useStore(counts);
