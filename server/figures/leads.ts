/** Counts leads by source and status, and the time to their first contact. Pure. */

import type { LeadFigures, LeadSource } from '#contract/desk/figures-endpoints.ts';
import { contactPromiseMs, type LeadStatus, leadStatusNames } from '#contract/desk/leads.ts';
import type { LeadFact } from './sources.ts';
import { spreadOf } from './tally.ts';

/** A lead with how long ago it arrived, in milliseconds. */
export interface AgedLead {
  readonly fact: LeadFact;
  readonly ageMs: number;
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

export function leadFiguresOf(leads: readonly AgedLead[]): LeadFigures {
  const all = createLeadTally();
  const bySource = new Map<string, Pick<LeadSource, 'form' | 'representative'> & ReturnType<typeof createLeadTally>>();
  let [promised, withinPromise] = [0, 0];
  for (const { fact, ageMs } of leads) {
    const [, form, representative, status, firstContactMs] = fact;
    all.add(fact);
    const key = `${form} ${representative ?? ''}`;
    const source = bySource.get(key) ?? { form, representative, ...createLeadTally() };
    bySource.set(key, source);
    source.add(fact);
    if (status === 'spam') continue;
    const isWithin = firstContactMs !== null && firstContactMs <= contactPromiseMs;
    if (isWithin) withinPromise += 1;
    if (isWithin || ageMs > contactPromiseMs) promised += 1;
  }
  const sources = [...bySource.values()].map(({ form, representative, values }) => ({
    form,
    representative,
    ...values(),
  }));
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
