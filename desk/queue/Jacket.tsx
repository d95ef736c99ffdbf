import { useRef, useState } from 'react';
import type { JacketTick } from '#contract/desk/record-schemas.ts';
import { timeIn } from '../lib/times.ts';

interface JacketProps {
  items: readonly JacketTick[];
  timeZone: string;
  canTick: boolean;
  /** Resolves to why it was not stored; undefined when it was. */
  onTick: (item: string, ticked: boolean) => Promise<string | undefined>;
}

/** The checklist of a deal's papers. Each tick shows who made it and when. Nothing is uploaded. */
export function Jacket({ items, timeZone, canTick, onTick }: JacketProps) {
  const [pending, setPending] = useState<Readonly<Record<string, boolean>>>({});
  /** The last press under way on each item. */
  const last = useRef(new Map<string, Promise<string | undefined>>());
  const [failed, setFailed] = useState<string>();
  const count = items.filter(({ tickedAt }) => tickedAt !== null).length;
  const tick = async (item: string, ticked: boolean) => {
    // The reason why a tick failed stays while other ticks are being sent: it is about that one.
    if (last.current.size === 0) setFailed(undefined);
    setPending((before) => ({ ...before, [item]: ticked }));
    // The next press on an item waits for the one before it, so that they are stored in their order.
    const earlier = last.current.get(item) ?? Promise.resolve();
    const sent = earlier.then(() => onTick(item, ticked));
    last.current.set(item, sent);
    const why = await sent;
    if (why !== undefined) setFailed(why);
    if (last.current.get(item) !== sent) return;
    last.current.delete(item);
    setPending(({ [item]: _, ...others }) => others);
  };
  return (
    <section className="part" aria-labelledby="jacket">
      <h2 id="jacket">
        Jacket{' '}
        <span className="part-count">
          {count} of {items.length}
        </span>
      </h2>
      <p role="alert" className="field-error">
        {failed}
      </p>
      <ul className="jacket">
        {items.map(({ item, label, tickedAt, tickedBy }) => {
          const checked = pending[item] ?? tickedAt !== null;
          return (
            <li key={item} className="tick">
              <input
                id={`jacket-${item}`}
                type="checkbox"
                checked={checked}
                aria-disabled={!canTick || undefined}
                onChange={(event) => canTick && void tick(item, event.currentTarget.checked)}
              />
              <label htmlFor={`jacket-${item}`}>{label}</label>
              {tickedAt !== null && (
                <span className="tick-when">
                  {tickedBy} <time dateTime={tickedAt}>{timeIn(timeZone, tickedAt)}</time>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
