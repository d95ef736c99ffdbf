/**
 * Sends one tap on the deal: a product, or the vehicle. A deal is changed by version, and a tap is sent over any version that
 * changed something else, so that what a colleague stores meanwhile stays. Pure.
 */
import { type Product, productNames, type Vehicle } from '#contract/desk/board.ts';
import type { DealPatch, RequestRecord } from '#contract/desk/record-schemas.ts';
import type { Sent } from './sent.ts';

type Deal = RequestRecord['deal'];

/** What a tap wants. `seen`: the vehicles that the person had before them, as stored and as tapped. */
export type DealTap =
  | { readonly product: Product; readonly isChosen: boolean }
  | { readonly vehicle: Vehicle | null; readonly seen: readonly (Vehicle | null)[] };

/** The result of a tap. `late`: somebody else chose another vehicle meanwhile, or the deal can no longer be changed. */
export type Tapped = Exclude<Sent, { readonly kind: 'late' }> | { readonly kind: 'late' };

const isWanted = (deal: Deal, tap: DealTap): boolean =>
  'product' in tap ? deal.products.includes(tap.product) === tap.isChosen : deal.vehicle === tap.vehicle;

const patchOf = ({ products }: Deal, tap: DealTap): DealPatch =>
  'product' in tap
    ? { products: productNames.filter((name) => (name === tap.product ? tap.isChosen : products.includes(name))) }
    : { vehicle: tap.vehicle };

const mostTries = 5;

/** Whether somebody else chose a vehicle that the person could not see when they tapped. */
const isOverruled = (deal: Deal, tap: DealTap): boolean =>
  'vehicle' in tap && !isWanted(deal, tap) && !tap.seen.includes(deal.vehicle);

/**
 * Sends a tap.
 *
 * @param known the deal as far as this console knows it
 * @param edit sends a change of the deal with the version from which it was made
 */
export async function sendTap(
  known: Deal,
  tap: DealTap,
  edit: (version: number, patch: DealPatch) => Promise<Sent>,
): Promise<Tapped> {
  let deal = known;
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (isOverruled(deal, tap)) return { kind: 'late' };
    const sent = await edit(deal.version, patchOf(deal, tap));
    if (sent.kind !== 'late') return sent;
    const now = sent.record.deal;
    if (isWanted(now, tap)) return { kind: 'taken', record: sent.record };
    if (now.version === deal.version) return { kind: 'late' };
    deal = now;
  }
  return { kind: 'refused', text: 'Others keep changing the deal. Press it again.' };
}
