import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { dealLimits, type Product, productNames, products, vehicleNames, vehicles } from '#contract/desk/board.ts';
import type { DealPatch, RequestRecord } from '#contract/desk/record-schemas.ts';
import { EditRow } from './EditRow.tsx';
import type { Sent } from './sent.ts';
import type { EditField } from './use-edit.ts';

interface DealProps {
  record: RequestRecord;
  onEdit: (version: number, patch: DealPatch) => Promise<Sent>;
}

type TextName = 'dmsDealNumber' | 'stockNumber' | 'lender' | 'note' | 'notBilledReason';

const textRows: readonly { readonly name: TextName; readonly label: string }[] = [
  { name: 'dmsDealNumber', label: 'DMS deal number' },
  { name: 'stockNumber', label: 'Stock number' },
  { name: 'lender', label: 'Lender' },
];

const lastRows: readonly { readonly name: TextName; readonly label: string }[] = [
  { name: 'note', label: 'Note' },
  { name: 'notBilledReason', label: 'Not billed because' },
];

/** What is written of the deal, edited in its place. */
export function Deal({ record, onEdit }: DealProps) {
  const { deal, can } = record;
  const [failed, setFailed] = useState<string>();
  const toggle = async (patch: DealPatch) => {
    const sent = await onEdit(deal.version, patch);
    if (sent.kind === 'taken') return setFailed(undefined);
    setFailed(
      sent.kind === 'stands'
        ? 'Somebody changed the deal meanwhile. It shows what is stored now.'
        : sent.kind === 'refused'
          ? sent.text
          : 'No answer from the server. Press it again.',
    );
  };
  const fieldOf = (name: TextName): EditField => ({
    stored: deal[name] ?? '',
    version: deal.version,
    send: (text, version) => onEdit(version, { [name]: name === 'note' ? text : text || null }),
    read: (now) => ({ text: now.deal[name] ?? '', version: now.deal.version }),
  });
  const withProduct = (name: Product) =>
    productNames.filter((each) => (each === name) !== deal.products.includes(each));
  return (
    <section className="part" aria-labelledby="deal">
      <h2 id="deal">Deal</h2>
      <p role="alert" className="field-error">
        {failed}
      </p>
      <dl className="facts">
        {textRows.map(({ name, label }) => (
          <EditRow key={name} label={label} maxLength={dealLimits[name]} canEdit={can.editDeal} field={fieldOf(name)} />
        ))}
        <div className="fact">
          <dt id="deal-products">Products</dt>
          <dd>
            <fieldset className="chips" aria-labelledby="deal-products">
              {productNames.map((name) => (
                <Button
                  key={name}
                  aria-pressed={deal.products.includes(name)}
                  aria-disabled={!can.editDeal || undefined}
                  onClick={() => can.editDeal && void toggle({ products: withProduct(name) })}
                >
                  {products[name]}
                </Button>
              ))}
            </fieldset>
          </dd>
        </div>
        <div className="fact">
          <dt id="deal-vehicle">Vehicle</dt>
          <dd>
            <fieldset className="chips" aria-labelledby="deal-vehicle">
              {vehicleNames.map((name) => (
                <Button
                  key={name}
                  aria-pressed={deal.vehicle === name}
                  aria-disabled={!can.editDeal || undefined}
                  onClick={() => can.editDeal && void toggle({ vehicle: deal.vehicle === name ? null : name })}
                >
                  {vehicles[name]}
                </Button>
              ))}
            </fieldset>
          </dd>
        </div>
        <EditRow
          label="Minutes"
          maxLength={4}
          inputMode="numeric"
          canEdit={can.editDeal}
          field={{
            stored: deal.minutes === null ? '' : String(deal.minutes),
            version: deal.version,
            send: async (text, version) => {
              const minutes = text === '' ? null : Number(text);
              if (minutes !== null && !(Number.isInteger(minutes) && minutes >= 0 && minutes <= dealLimits.minutes)) {
                return { kind: 'refused', text: `Enter whole minutes, at most ${dealLimits.minutes}` };
              }
              return onEdit(version, { minutes });
            },
            read: (now) => ({
              text: now.deal.minutes === null ? '' : String(now.deal.minutes),
              version: now.deal.version,
            }),
          }}
        />
        {lastRows.map(({ name, label }) => (
          <EditRow key={name} label={label} maxLength={dealLimits[name]} canEdit={can.editDeal} field={fieldOf(name)} />
        ))}
      </dl>
    </section>
  );
}
