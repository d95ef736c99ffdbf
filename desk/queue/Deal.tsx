import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import {
  dealLimits,
  dealNoteMaxLength,
  type Product,
  productNames,
  products,
  type Vehicle,
  vehicleNames,
  vehicles,
} from '#contract/desk/board.ts';
import type { DealPatch, RequestRecord } from '#contract/desk/record-schemas.ts';
import { Fact } from '../ui/Fact.tsx';
import { type DealTap, sendTap } from './deal-tap.ts';
import { EditRow } from './EditRow.tsx';
import type { Sent } from './sent.ts';
import { TapFaults } from './TapFaults.tsx';
import type { EditField } from './use-edit.ts';
import { tapFaultOf, useTaps } from './use-taps.ts';

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
  const newest = useRef(deal);
  useEffect(() => {
    if (deal.version > newest.current.version) newest.current = deal;
  }, [deal]);
  const edit = async (version: number, patch: DealPatch) => {
    const sent = await onEdit(version, patch);
    if (sent.kind === 'taken' || sent.kind === 'stands') newest.current = sent.record.deal;
    return sent;
  };
  const chips = useTaps<boolean | Vehicle | null>({
    about: record.dealershipName,
    stored: (key) => (key === 'vehicle' ? deal.vehicle : deal.products.includes(key as Product)),
    send: async (key, value) => {
      const tap: DealTap =
        key === 'vehicle'
          ? { vehicle: value as Vehicle | null, seen: [deal.vehicle, vehicle] }
          : { product: key as Product, isChosen: value === true };
      const sent = await sendTap(newest.current, tap, edit);
      if (sent.kind === 'stands') return { text: 'Somebody changed the deal meanwhile. It shows what is stored now.' };
      return tapFaultOf(sent, key === 'vehicle' ? 'Vehicle' : products[key as Product]);
    },
    // A tap waits for the one before it, because that one makes the version that this one is sent with.
    groupOf: () => 'deal',
  });
  const vehicle = chips.shown('vehicle') as Vehicle | null;
  const fieldOf = (name: TextName): EditField => ({
    about: record.dealershipName,
    draft: `deal ${record.id} ${name}`,
    stored: deal[name] ?? '',
    version: deal.version,
    send: (text, version) => onEdit(version, { [name]: name === 'note' ? text : text || null }),
    read: (now) => ({ text: now.deal[name] ?? '', version: now.deal.version }),
  });
  return (
    <section className="part" aria-labelledby="deal">
      <h2 id="deal">Deal</h2>
      <TapFaults faults={chips.faults} />
      <dl className="facts">
        {textRows.map(({ name, label }) => (
          <EditRow key={name} label={label} maxLength={dealLimits[name]} canEdit={can.editDeal} field={fieldOf(name)} />
        ))}
        <Fact label="Products" labelId="deal-products">
          <fieldset className="chips" aria-labelledby="deal-products">
            {productNames.map((name) => (
              <Button
                key={name}
                aria-pressed={chips.shown(name) === true}
                aria-disabled={!can.editDeal || undefined}
                onClick={() => can.editDeal && chips.tap(name, !chips.shown(name))}
              >
                {products[name]}
              </Button>
            ))}
          </fieldset>
        </Fact>
        <Fact label="Vehicle" labelId="deal-vehicle">
          <fieldset className="chips" aria-labelledby="deal-vehicle">
            {vehicleNames.map((name) => (
              <Button
                key={name}
                aria-pressed={vehicle === name}
                aria-disabled={!can.editDeal || undefined}
                onClick={() => can.editDeal && chips.tap('vehicle', vehicle === name ? null : name)}
              >
                {vehicles[name]}
              </Button>
            ))}
          </fieldset>
        </Fact>
        <EditRow
          label="Minutes"
          maxLength={4}
          inputMode="numeric"
          canEdit={can.editDeal}
          field={{
            about: record.dealershipName,
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
