import './ringing.css';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Boundary } from '../ui/Boundary.tsx';
import { PlainRings } from './PlainRings.tsx';
import { bell, ringsText, useBell } from './use-bell.ts';
import { overText, useOpenRings } from './use-open-rings.ts';

const loadLines = async () => ({ default: (await import('./RingLines.tsx')).RingLines });
const RingLines = lazy(loadLines);

/** Browsers play no sound until the page was pressed once, nor after a telephone call. Until it sounds this asks for a press. */
function Silent() {
  const isArmed = useSyncExternalStore(bell.onChange, bell.isArmed);
  return isArmed ? null : <p className="ring-silent">Press anywhere on this page to switch the sound on.</p>;
}

/**
 * The rings of the signed-in person, on every screen, until they press Seen or somebody accepts. The sound and Seen also work when
 * the file of `RingLines` cannot be loaded.
 */
export function RingBanner() {
  const { rings, over, nowMs } = useOpenRings();
  const count = rings.length;
  useBell(count);
  // Load the lines before something rings. A failure shows when they are drawn.
  useEffect(() => void loadLines().catch(() => undefined), []);
  return (
    <section aria-label="Ringing" className="rings" data-ringing={count > 0 || undefined}>
      {/* Only these words are announced, not the age, which changes each second. */}
      <p role="alert" className="visually-hidden">
        {count > 0 && `${ringsText(count)}.`}
      </p>
      <p role="status" className={over > 0 ? 'ring-over' : 'visually-hidden'}>
        {over > 0 && overText(over)}
      </p>
      {count > 0 && (
        <>
          <Boundary fallback={<PlainRings rings={rings} nowMs={nowMs} />}>
            <Suspense fallback={<PlainRings rings={rings} nowMs={nowMs} />}>
              <RingLines rings={rings} nowMs={nowMs} />
            </Suspense>
          </Boundary>
          <Silent />
        </>
      )}
    </section>
  );
}
