import { useId } from 'react';
import { dealLimits, dealNoteMaxLength, productNames, products, vehicleNames, vehicles } from '#contract/desk/board.ts';
import type { Deal } from '#contract/desk/record-schemas.ts';

interface LineProps {
  name: string;
  label: string;
  defaultValue?: string;
  maxLength: number;
  inputMode?: 'text' | 'numeric';
  error?: string | undefined;
}

/** One line of text in a dialog's form. */
export function Line({ name, label, defaultValue = '', maxLength, inputMode, error }: LineProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} <span className="field-optional">(optional)</span>
      </label>
      <p className="field-error" id={`${id}-error`} hidden={!error}>
        {error}
      </p>
      <input
        id={id}
        name={name}
        className="control"
        defaultValue={defaultValue}
        maxLength={maxLength}
        inputMode={inputMode}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        autoComplete="off"
      />
    </div>
  );
}

interface LinesProps {
  name: string;
  label: string;
  help?: string;
  defaultValue?: string;
  maxLength: number;
}

/** Several lines of text in a dialog's form. */
export function Lines({ name, label, help, defaultValue = '', maxLength }: LinesProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label} <span className="field-optional">(optional)</span>
      </label>
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <textarea
        id={id}
        name={name}
        className="control control-street"
        rows={2}
        defaultValue={defaultValue}
        maxLength={maxLength}
        aria-describedby={help ? `${id}-help` : undefined}
        autoComplete="off"
      />
    </div>
  );
}

/** Ticks for the products of a deal. The form data has one `products` entry for each ticked product. */
export function ProductTicks({ chosen }: { chosen: readonly string[] }) {
  const id = useId();
  return (
    <fieldset className="field">
      <legend className="field-label">
        Products <span className="field-optional">(optional)</span>
      </legend>
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
    </fieldset>
  );
}

/** The deal's fields in the form that closes a request. */
export function DealFields({ deal, minutesError }: { deal: Deal; minutesError?: string | undefined }) {
  return (
    <>
      <div className="field-pair">
        <Line
          name="dmsDealNumber"
          label="DMS deal number"
          defaultValue={deal.dmsDealNumber ?? ''}
          maxLength={dealLimits.dmsDealNumber}
        />
        <Line
          name="stockNumber"
          label="Stock number"
          defaultValue={deal.stockNumber ?? ''}
          maxLength={dealLimits.stockNumber}
        />
      </div>
      <div className="field-pair">
        <Line name="lender" label="Lender" defaultValue={deal.lender ?? ''} maxLength={dealLimits.lender} />
        <Line
          name="minutes"
          label="Minutes"
          inputMode="numeric"
          defaultValue={deal.minutes === null ? '' : String(deal.minutes)}
          maxLength={4}
          error={minutesError}
        />
      </div>
      <ProductTicks chosen={deal.products} />
      <fieldset className="field">
        <legend className="field-label">
          Vehicle <span className="field-optional">(optional)</span>
        </legend>
        <div className="ticks">
          {vehicleNames.map((name) => (
            <label key={name} className="radio">
              <input type="radio" name="vehicle" value={name} defaultChecked={deal.vehicle === name} />
              {vehicles[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <Lines name="note" label="Note" defaultValue={deal.note} maxLength={dealNoteMaxLength} />
    </>
  );
}
