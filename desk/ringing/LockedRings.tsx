import './ringing.css';
import { useNow } from '#client/lib/clock.ts';
import { useRings } from '../lib/live.ts';
import { deskClock } from '../lib/session.ts';
import { PlainRings } from './PlainRings.tsx';
import { ringsText, useBell } from './use-bell.ts';

/** The rings on a locked desk: they say that a request waits and since when, and nothing about the request. */
export function LockedRings() {
  const rings = useRings();
  const nowMs = useNow(deskClock, rings.length > 0);
  useBell(rings.length);
  return (
    <section aria-label="Ringing" className="rings" data-ringing={rings.length > 0 || undefined}>
      <p role="alert" className="visually-hidden">
        {rings.length > 0 && `${ringsText(rings.length)}.`}
      </p>
      <PlainRings rings={rings} nowMs={nowMs} />
    </section>
  );
}
