/** Reads the forms of the deal board. Pure. */
import { type Disposition, dispositionNames, type RequestType } from '#contract/agent-request.ts';
import {
  type DealStage,
  dealLimits,
  dealStageNames,
  type Product,
  productNames,
  products,
  type Vehicle,
  vehicleNames,
} from '#contract/desk/board.ts';
import type { Deal, DealPatch, HandOffBody } from '#contract/desk/record-schemas.ts';
import { oneOf } from '../lib/options.ts';
import { type Fault, textOf } from '../ui/SendForm.tsx';

const productsOf = (form: FormData): Product[] =>
  form.getAll('products').flatMap((value) => oneOf(productNames, value) ?? []);

/** A typed number of whole minutes. Null for an empty text, undefined for any other text that is no valid number. */
export function readMinutes(typed: string): number | null | undefined {
  if (typed === '') return null;
  const minutes = Number(typed);
  return /^\d+$/.test(typed) && minutes <= dealLimits.minutes ? minutes : undefined;
}

export const minutesError = `Enter whole minutes, at most ${dealLimits.minutes}`;

/** What is wrong with a form: the texts by their fields, in the order of the form. Null is nothing wrong. */
function faultOf(texts: Readonly<Record<string, string | null>>): Fault {
  const [first = { text: '' }, ...also] = Object.entries(texts).flatMap(([field, text]) =>
    text === null ? [] : [{ field, text }],
  );
  return { ...first, also };
}

const dispositionError = 'Choose how it ended.';

export interface DoneForm {
  readonly disposition: Disposition;
  readonly deal: DealPatch;
}

/** Reads the form that closes a request. */
export function readDone(form: FormData): DoneForm | Fault {
  const disposition = oneOf(dispositionNames, form.get('disposition'));
  const minutes = readMinutes(textOf(form, 'minutes'));
  if (disposition === undefined || minutes === undefined) {
    return faultOf({
      disposition: disposition === undefined ? dispositionError : null,
      minutes: minutes === undefined ? minutesError : null,
    });
  }
  const vehicle: Vehicle | undefined = oneOf(vehicleNames, form.get('vehicle'));
  return {
    disposition,
    deal: {
      dmsDealNumber: textOf(form, 'dmsDealNumber') || null,
      stockNumber: textOf(form, 'stockNumber') || null,
      lender: textOf(form, 'lender') || null,
      products: productsOf(form),
      vehicle: vehicle ?? null,
      minutes,
      note: textOf(form, 'note'),
      notBilledReason: form.has('notBilled') ? textOf(form, 'notBilledReason') || 'no reason given' : null,
    },
  };
}

/** Reads the form that hands a request off. */
export function readHandOff(form: FormData): HandOffBody {
  const stage: DealStage = oneOf(dealStageNames, form.get('stage')) ?? 'accepted';
  return {
    to: textOf(form, 'to') || null,
    stage,
    lender: textOf(form, 'lender'),
    products: productsOf(form),
    openStipulations: textOf(form, 'openStipulations'),
    promised: textOf(form, 'promised'),
  };
}

/** Reads the form that logs a call. */
export function readCall(form: FormData) {
  const dealershipId = textOf(form, 'dealershipId');
  const disposition = oneOf(dispositionNames, form.get('disposition'));
  const minutes = readMinutes(textOf(form, 'minutes'));
  if (dealershipId === '' || disposition === undefined || minutes === undefined) {
    return faultOf({
      dealershipId: dealershipId === '' ? 'Choose the dealership.' : null,
      disposition: disposition === undefined ? dispositionError : null,
      minutes: minutes === undefined ? minutesError : null,
    });
  }
  const requestType: RequestType = form.get('requestType') === 'custom_request' ? 'custom_request' : 'active_deal';
  return { dealershipId, requestType, disposition, note: textOf(form, 'note'), minutes };
}

/** The label of each field of a deal. */
export const dealLabels = {
  dmsDealNumber: 'DMS deal number',
  stockNumber: 'Stock number',
  lender: 'Lender',
  products: 'Products',
  vehicle: 'Vehicle',
  minutes: 'Minutes',
  note: 'Note',
  notBilledReason: 'Not billed because',
} as const satisfies Record<Exclude<keyof Deal, 'version'>, string>;

const wordOf = (value: Deal[keyof Deal]): string =>
  (Array.isArray(value) ? value.map((name: Product) => products[name]).join(', ') : String(value ?? '')) || 'nothing';

/** What somebody else changed in a deal, one text for each field: `Lender: Harbor Bank`. */
export const dealChanges = (before: Deal, now: Deal): string[] =>
  (Object.keys(dealLabels) as (keyof typeof dealLabels)[])
    .filter((name) => wordOf(before[name]) !== wordOf(now[name]))
    .map((name) => `${dealLabels[name]}: ${wordOf(now[name])}`);
