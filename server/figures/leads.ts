/** Counts leads by source and status, and the time to their first contact. Pure. */

import type { LeadFigures, LeadSource } from '#contract/desk/figures-endpoints.ts';
import { contactPromiseMs, type LeadStatus, leadStatusNames } from '#contract/desk/leads.ts';
import type { LeadFact } from './sources.ts';
import { spreadOf } from './tally.ts';

/** The leads of a day, and how long ago it began, in milliseconds. */
export interface LeadsOfDay {
  readonly leads: readonly LeadFact[];
  readonly beganBeforeMs: number;
}

type Statuses = Partial<Record<LeadStatus, number>>;

const inOrder = (statuses: Statuses): Record<string, number> =>
  Object.fromEntries(leadStatusNames.flatMap((name) => (statuses[name] ? [[name, statuses[name]]] : [])));

function createLeadTally() {
  const statuses: Statuses = {};
  const times: number[] = [];
  let leads = 0;
  return {
    add([, , , status, firstContactMs]: LeadFact): void {
      leads += 1;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== 'spam' && firstContactMs !== null) times.push(firstContactMs);
    },
    values: () => ({ leads, statuses: inOrder(statuses), firstContact: spreadOf(times) }),
  };
}

type LeadTally = ReturnType<typeof createLeadTally>;

export function leadFiguresOf(days: readonly LeadsOfDay[]): LeadFigures {
  const all = createLeadTally();
  const found: (Pick<LeadSource, 'form' | 'representative'> & LeadTally)[] = [];
  const byName = { inquiry: new Map<string, LeadTally>(), intake: new Map<string, LeadTally>() };
  function sourceOf(form: LeadSource['form'], representative: string | null): LeadTally {
    const known = byName[form].get(representative ?? '');
    if (known) return known;
    const made = createLeadTally();
    byName[form].set(representative ?? '', made);
    found.push({ form, representative, ...made });
    return made;
  }
  let [promised, withinPromise] = [0, 0];
  for (const { leads, beganBeforeMs } of days) {
    for (const fact of leads) {
      const [atMs, form, representative, status, firstContactMs] = fact;
      all.add(fact);
      sourceOf(form, representative).add(fact);
      if (status === 'spam') continue;
      const isWithin = firstContactMs !== null && firstContactMs <= contactPromiseMs;
      if (isWithin) withinPromise += 1;
      if (isWithin || beganBeforeMs - atMs > contactPromiseMs) promised += 1;
    }
  }
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
}
