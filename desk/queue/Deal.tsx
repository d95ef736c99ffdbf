import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import {
  dealLimits,
  dealNoteMaxLength,
  type Product,
  productNames,
  products,
  vehicleNames,
  vehicles,
} from '#contract/desk/board.ts';
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

/** The deal's fields, each edited in its place. */
export function Deal({ record, onEdit }: DealProps) {
  const { can, deal } = record;
  const [failed, setFailed] = useState<string>();
  /** The values that were tapped and are being sent. */
  const [tapped, setTapped] = useState<DealPatch>({});
  const last = useRef<Promise<unknown>>(undefined);
  const newest = useRef(deal.version);
  useEffect(() => {
    newest.current = Math.max(newest.current, deal.version);
  }, [deal.version]);
  const { products: chosen = deal.products, vehicle = deal.vehicle } = tapped;
  const send = async (patch: DealPatch) => {
    const sent = await onEdit(newest.current, patch);
    if (sent.kind === 'taken' || sent.kind === 'stands') newest.current = sent.record.deal.version;
    return sent;
  };
  const toggle = async (patch: DealPatch) => {
    // The reason why a tap failed stays while later taps are being sent: it is about the earlier one.
    if (!last.current) setFailed(undefined);
    setTapped((before) => ({ ...before, ...patch }));
    // A tap waits for the one before it, because that one makes the version that this one is sent with.
    const sending = (last.current ?? Promise.resolve()).then(() => send(patch));
    last.current = sending;
    const sent = await sending;
    if (last.current === sending) {
      last.current = undefined;
      setTapped({});
    }
    if (sent.kind === 'taken') return;
    setFailed(
      sent.kind === 'stands'
        ? 'Somebody changed the deal meanwhile. It shows what is stored now.'
        : sent.kind === 'refused'
          ? sent.text
          : 'No answer from the server. Press it again.',
    );
  };
  const fieldOf = (name: TextName): EditField => ({
    draft: `deal ${record.id} ${name}`,
    stored: deal[name] ?? '',
    version: deal.version,
    send: (text, version) => onEdit(version, { [name]: name === 'note' ? text : text || null }),
    read: (now) => ({ text: now.deal[name] ?? '', version: now.deal.version }),
  });
  const withProduct = (name: Product) => productNames.filter((each) => (each === name) !== chosen.includes(each));
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
                  aria-pressed={chosen.includes(name)}
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
                  aria-pressed={vehicle === name}
                  aria-disabled={!can.editDeal || undefined}
                  onClick={() => can.editDeal && void toggle({ vehicle: vehicle === name ? null : name })}
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
            draft: `deal ${record.id} minutes`,
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
          <EditRow
            key={name}
            label={label}
            maxLength={name === 'note' ? dealNoteMaxLength : dealLimits[name]}
            lines={name === 'note'}
            canEdit={can.editDeal}
            field={fieldOf(name)}
          />
        ))}
      </dl>
    </section>
  );
}
