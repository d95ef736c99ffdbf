import { useId } from 'react';
import { dispositions } from '#contract/agent-request.ts';
import { dealLimits, dealNoteMaxLength, productNames, products, vehicles } from '#contract/desk/board.ts';
import type { Deal } from '#contract/desk/record-schemas.ts';
import { optionsOf } from '../lib/options.ts';
import { AreaInput, FieldGroup, RadioInput, TextInput } from '../ui/fields.tsx';
import { dealLabels } from './deal-form.ts';

/** How it ended. */
export const DispositionInput = () => (
  <RadioInput name="disposition" label="How did it end?" options={optionsOf(dispositions)} />
);

interface DealTextProps {
  deal: Deal;
  name: 'dmsDealNumber' | 'stockNumber' | 'lender' | 'notBilledReason';
  label?: string;
}

/** A text of the deal on one line. */
export const DealTextInput = ({ deal, name, label = dealLabels[name] }: DealTextProps) => (
  <TextInput name={name} label={label} optional defaultValue={deal[name] ?? ''} maxLength={dealLimits[name]} />
);

export const MinutesInput = ({ minutes }: { minutes: number | null }) => (
  <TextInput
    name="minutes"
    label={dealLabels.minutes}
    optional
    inputMode="numeric"
    defaultValue={minutes ?? ''}
    maxLength={4}
  />
);

/** Ticks for the products of a deal. The form data has one `products` entry for each ticked product. */
export function ProductTicks({ chosen }: { chosen: readonly string[] }) {
  const id = useId();
  return (
    <FieldGroup name="products" label={dealLabels.products} optional>
      <div className="ticks">
        {productNames.map((name) => (
          <div key={name} className="tick">
            <input
              id={`${id}-${name}`}
              type="checkbox"
              name="products"
              value={name}
              defaultChecked={chosen.includes(name)}
            />
            <label htmlFor={`${id}-${name}`}>{products[name]}</label>
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}

/** The deal's fields in the form that closes a request. */
export function DealFields({ deal }: { deal: Deal }) {
  return (
    <>
      <div className="field-pair">
        <DealTextInput deal={deal} name="dmsDealNumber" />
        <DealTextInput deal={deal} name="stockNumber" />
      </div>
      <div className="field-pair">
        <DealTextInput deal={deal} name="lender" />
        <MinutesInput minutes={deal.minutes} />
      </div>
      <ProductTicks chosen={deal.products} />
      <RadioInput
        name="vehicle"
        label={dealLabels.vehicle}
        optional
        options={optionsOf(vehicles)}
        defaultValue={deal.vehicle ?? ''}
      />
      <AreaInput name="note" label={dealLabels.note} optional defaultValue={deal.note} maxLength={dealNoteMaxLength} />
    </>
  );
}
