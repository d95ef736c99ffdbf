import './ringing.css';
import { PlainRings } from './PlainRings.tsx';
import { ringsText, useBell } from './use-bell.ts';
import { overText, useOpenRings } from './use-open-rings.ts';

/** The rings on a locked desk: they say that a request waits and since when, and nothing about the request. */
export function LockedRings() {
  const { rings, over, nowMs } = useOpenRings();
  useBell(rings.length);
  return (
    <section aria-label="Ringing" className="rings" data-ringing={rings.length > 0 || undefined}>
      <p role="alert" className="visually-hidden">
        {rings.length > 0 && `${ringsText(rings.length)}.`}
      </p>
      <p role="status" className={over > 0 ? 'ring-over' : 'visually-hidden'}>
        {over > 0 && overText(over)}
      </p>
      <PlainRings rings={rings} nowMs={nowMs} />
    </section>
  );
}
