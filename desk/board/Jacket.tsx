import type { JacketTick } from '#contract/desk/record-schemas.ts';
import { timeIn, whenIn } from '../lib/times.ts';
import { type Sent, standsText } from './sent.ts';
import { TapFaults } from './TapFaults.tsx';
import { tapFaultOf, useTaps } from './use-taps.ts';

interface JacketProps {
  /** The name of the dealership. */
  about: string;
  items: readonly JacketTick[];
  timeZone: string;
  nowMs: number;
  clock: { now(): number };
  canTick: boolean;
  onTick: (item: string, ticked: boolean) => Promise<Sent>;
}

/** The checklist of a deal's papers. Each tick shows who made it and when. Nothing is uploaded. */
export function Jacket({ about, items, timeZone, nowMs, clock, canTick, onTick }: JacketProps) {
  const count = items.filter(({ tickedAt }) => tickedAt !== null).length;
  const itemOf = (name: string) => items.find(({ item }) => item === name);
  const ticks = useTaps<boolean>({
    about,
    stored: (name) => (itemOf(name)?.tickedAt ?? null) !== null,
    send: async (name, ticked) => {
      const sent = await onTick(name, ticked);
      const label = itemOf(name)?.label ?? name;
      const isOver = sent.kind === 'late' && !sent.record.can.tick;
      return isOver ? { text: standsText(sent.record, clock.now()) } : tapFaultOf(sent, label);
    },
    // The next press on an item waits for the one before it, so that they are stored in their order.
    groupOf: (name) => name,
  });
  return (
    <section className="part" aria-labelledby="jacket">
      <h2 id="jacket">
        Jacket{' '}
        <span className="part-count">
          {count} of {items.length}
        </span>
      </h2>
      <TapFaults faults={ticks.faults} />
      <ul className="jacket">
        {items.map(({ item, label, tickedAt, tickedBy }) => (
          <li key={item} className="tick">
            <input
              id={`jacket-${item}`}
              type="checkbox"
              checked={ticks.shown(item)}
              aria-disabled={!canTick || undefined}
              onChange={(event) => canTick && ticks.tap(item, event.currentTarget.checked)}
            />
            <label htmlFor={`jacket-${item}`}>{label}</label>
            {tickedAt !== null && (
              <span className="tick-when">
                {tickedBy} <time dateTime={tickedAt}>{whenIn(timeZone, tickedAt, nowMs, timeIn)}</time>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
