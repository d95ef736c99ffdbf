/** Counts leads by source and status, and the time to their first contact. Pure. */
import type { LeadFigures, LeadSource } from '#contract/desk/figures-endpoints.ts';
import { contactPromiseMs, type LeadStatus, leadStatusNames } from '#contract/desk/leads.ts';
import type { Settled } from './settled.ts';
import type { LeadFact } from './sources.ts';
import { spreadOf } from './tally.ts';

/** The leads of a day, and how many milliseconds ago the day began. */
interface LeadsOfDay {
  readonly leads: readonly LeadFact[];
  readonly beganBeforeMs: number;
}

type Statuses = Partial<Record<LeadStatus, number>>;
type Source = Pick<LeadSource, 'form' | 'representative'>;

const inOrder = (statuses: Statuses): Record<string, number> =>
  Object.fromEntries(leadStatusNames.flatMap((name) => (statuses[name] ? [[name, statuses[name]]] : [])));

/** The counts of days whose promises are all over, with sorted times. */
interface SettledTally {
  readonly leads: number;
  readonly statuses: Readonly<Statuses>;
  readonly times: Float64Array;
}

export interface SettledLeads {
  readonly all: SettledTally;
  readonly sources: readonly (Source & SettledTally)[];
  readonly promised: number;
  readonly withinPromise: number;
}

function createLeadTally(before?: SettledTally) {
  const statuses: Statuses = { ...before?.statuses };
  const times: number[] = [];
  let leads = before?.leads ?? 0;
  return {
    add([, , , status, firstContactMs]: LeadFact): void {
      leads += 1;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== 'spam' && firstContactMs !== null) times.push(firstContactMs);
    },
    values: () => ({ leads, statuses: inOrder(statuses), firstContact: spreadOf(times, before?.times) }),
    settle: (): SettledTally => ({
      leads,
      statuses,
      times: new Float64Array([...(before?.times ?? []), ...times]).sort(),
    }),
  };
}

type LeadTally = ReturnType<typeof createLeadTally>;

/** Continues a count with further days. */
function countLeads(days: readonly LeadsOfDay[], before?: SettledLeads) {
  const all = createLeadTally(before?.all);
  const found: (Source & LeadTally)[] = [];
  const byName = { inquiry: new Map<string, LeadTally>(), intake: new Map<string, LeadTally>() };
  function begin({ form, representative }: Source, tally: LeadTally): LeadTally {
    byName[form].set(representative ?? '', tally);
    found.push({ form, representative, ...tally });
    return tally;
  }
  for (const source of before?.sources ?? []) begin(source, createLeadTally(source));
  let { promised, withinPromise } = before ?? { promised: 0, withinPromise: 0 };
  for (const { leads, beganBeforeMs } of days) {
    for (const fact of leads) {
      const [, form, representative, status, firstContactMs, firstCameMs] = fact;
      all.add(fact);
      const known = byName[form].get(representative ?? '');
      (known ?? begin({ form, representative }, createLeadTally())).add(fact);
      if (status === 'spam') continue;
      const isWithin = firstContactMs !== null && firstContactMs <= contactPromiseMs;
      if (isWithin) withinPromise += 1;
      if (isWithin || beganBeforeMs - firstCameMs > contactPromiseMs) promised += 1;
    }
  }
  return {
    settle: (): SettledLeads => ({
      all: all.settle(),
      sources: found.map(({ form, representative, settle }) => ({ form, representative, ...settle() })),
      promised,
      withinPromise,
    }),
    figures(): LeadFigures {
      const sources = found.map(({ form, representative, values }) => ({ form, representative, ...values() }));
      const { statuses, ...rest } = all.values();
      return {
        ...rest,
        statuses,
        spam: statuses['spam'] ?? 0,
        withinPromise,
        promised,
        sources: sources.sort((one, other) => other.leads - one.leads),
      };
    },
  };
}

/** How long after its beginning a day and the last promise made on it are over. A day has 25 hours at most. */
const promisesOverMs = 25 * 3_600_000 + contactPromiseMs;

/** Counts the leads of days, the earliest day first. Days whose promises are all over are counted only once (`settled.ts`). */
export async function leadFiguresOf(
  days: readonly LeadsOfDay[],
  settled: Settled<readonly LeadFact[], SettledLeads>,
): Promise<LeadFigures> {
  const open = days.findIndex(({ beganBeforeMs }) => beganBeforeMs <= promisesOverMs);
  const over = open < 0 ? days.length : open;
  const before = await settled.of(
    '',
    days.slice(0, over).map(({ leads }) => leads),
    async () => countLeads(days.slice(0, over)).settle(),
  );
  return countLeads(days.slice(over), before).figures();
}
