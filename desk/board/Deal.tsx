import { useEffect, useId, useRef } from 'react';
import { dealLimits, dealNoteMaxLength, type Product, products, type Vehicle, vehicles } from '#contract/desk/board.ts';
import type { DealPatch, RequestRecord } from '#contract/desk/record-schemas.ts';
import { Chips } from '../ui/Chips.tsx';
import { Fact } from '../ui/Fact.tsx';
import { dealLabels, minutesError, readMinutes } from './deal-form.ts';
import { type DealTap, sendTap } from './deal-tap.ts';
import { EditRow } from './EditRow.tsx';
import type { Sent } from './sent.ts';
import { TapFaults } from './TapFaults.tsx';
import { tapFaultOf, useTaps } from './use-taps.ts';

interface DealProps {
  record: RequestRecord;
  onEdit: (version: number, patch: DealPatch) => Promise<Sent>;
}

type TextName = 'dmsDealNumber' | 'stockNumber' | 'lender' | 'note' | 'notBilledReason';

const minutesText = ({ minutes }: RequestRecord['deal']): string => (minutes === null ? '' : String(minutes));

/** The deal's fields, each edited in its place. */
export function Deal({ record, onEdit }: DealProps) {
  const { can, deal } = record;
  const id = useId();
  const newest = useRef(deal);
  useEffect(() => {
    if (deal.version > newest.current.version) newest.current = deal;
  }, [deal]);
  const edit = async (version: number, patch: DealPatch) => {
    const sent = await onEdit(version, patch);
    if (sent.kind === 'taken' || sent.kind === 'late') newest.current = sent.record.deal;
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
      return tapFaultOf(sent, key === 'vehicle' ? dealLabels.vehicle : products[key as Product]);
    },
    // A tap waits for the one before it, because that one makes the version that this one is sent with.
    groupOf: () => 'deal',
  });
  const vehicle = chips.shown('vehicle') as Vehicle | null;
  /** @param textOf the field's text in a deal */
  const fieldOf = (name: string, textOf: (of: RequestRecord['deal']) => string) => ({
    about: record.dealershipName,
    draft: `deal ${record.id} ${name}`,
    stored: textOf(deal),
    version: deal.version,
    read: (now: RequestRecord) => ({ text: textOf(now.deal), version: now.deal.version }),
  });
  const row = (name: TextName, lines = false) => (
    <EditRow
      label={dealLabels[name]}
      maxLength={name === 'note' ? dealNoteMaxLength : dealLimits[name]}
      lines={lines}
      canEdit={can.editDeal}
      field={{
        ...fieldOf(name, (of) => of[name] ?? ''),
        send: (text, version) => onEdit(version, { [name]: name === 'note' ? text : text || null }),
      }}
    />
  );
  return (
    <section className="part" aria-labelledby="deal">
      <h2 id="deal">Deal</h2>
      <TapFaults faults={chips.faults} />
      <dl className="facts">
        {row('dmsDealNumber')}
        {row('stockNumber')}
        {row('lender')}
        <Fact label={dealLabels.products} labelId={`${id}-products`}>
          <Chips
            labelId={`${id}-products`}
            names={products}
            isChosen={(name) => chips.shown(name) === true}
            isOff={!can.editDeal}
            onTap={(name) => chips.tap(name, !chips.shown(name))}
          />
        </Fact>
        <Fact label={dealLabels.vehicle} labelId={`${id}-vehicle`}>
          <Chips
            labelId={`${id}-vehicle`}
            names={vehicles}
            isChosen={(name) => vehicle === name}
            isOff={!can.editDeal}
            onTap={(name) => chips.tap('vehicle', vehicle === name ? null : name)}
          />
        </Fact>
        <EditRow
          label={dealLabels.minutes}
          maxLength={4}
          inputMode="numeric"
          canEdit={can.editDeal}
          field={{
            ...fieldOf('minutes', minutesText),
            send: async (text, version) => {
              const minutes = readMinutes(text);
              if (minutes === undefined) return { kind: 'refused', text: minutesError };
              return onEdit(version, { minutes });
            },
          }}
        />
        {row('note', true)}
        {row('notBilledReason')}
      </dl>
    </section>
  );
}
