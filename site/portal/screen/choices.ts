/** The dealerships as the Text Agent form lists them. Pure. */
import { dealerPhoneOf } from '#contract/portal.ts';
import type { Dealership } from '#contract/portal-endpoints.ts';
import type { AgentRequestInput } from '../request/create-request.ts';

interface Choice {
  readonly id: string;
  readonly label: string;
  /** What goes with the request. Its id is null when the choice stands for several dealerships. */
  readonly dealership: AgentRequestInput['dealership'];
}

/** Names that look the same on the page are one name, as for the server. */
const keyOf = ({ name }: Dealership): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Dealerships of one name are listed with their telephone numbers. Those that have the number in common as well, or have none, are one
 * choice, because nobody could tell them apart. It goes out as the name alone, so that the finance manager is told to ask which one it is.
 */
export function choicesOf(dealerships: readonly Dealership[]): readonly Choice[] {
  const withName = new Map<string, number>();
  for (const one of dealerships) withName.set(keyOf(one), (withName.get(keyOf(one)) ?? 0) + 1);
  const choices = new Map<string, Choice>();
  for (const one of dealerships) {
    const phone = dealerPhoneOf(one);
    const looks = `${keyOf(one)}, ${phone}`;
    const label = withName.get(keyOf(one)) === 1 ? one.name : `${one.name}, ${phone}`;
    const before = choices.get(looks);
    choices.set(
      looks,
      before ? { ...before, dealership: { ...before.dealership, id: null } } : { id: one.id, label, dealership: one },
    );
  }
  return [...choices.values()];
}
