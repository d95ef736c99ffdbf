import './ringing.css';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useNow } from '#client/lib/clock.ts';
import { Button } from '#client/ui/Button.tsx';
import { useSettled } from '#client/ui/use-settled.ts';
import { type Ring, seeRing } from '#contract/desk/live-endpoints.ts';
import { requestAddress } from '../app/paths.ts';
import { setRings, useRings } from '../lib/live.ts';
import { sendDesk } from '../lib/send.ts';
import { deskClock, useMay } from '../lib/session.ts';
import { ageText, askOf, spokenAge } from '../queue/board-rows.ts';
import { sendStep, useBoard } from '../queue/requests.ts';
import { bell } from './desk-bell.ts';
import { useBell } from './use-bell.ts';

/** Browsers are silent until they were pressed once: as long as that is so, the page says it. */
function Silent() {
  const [isArmed, setArmed] = useState(bell.isArmed);
  useEffect(() => {
    const press = () => {
      bell.arm();
      setTimeout(() => setArmed(bell.isArmed()), 100);
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', press);
    };
  }, []);
  return isArmed ? null : <p className="ring-silent">Press anywhere once, and it sounds.</p>;
}

function RingLine({ ring, nowMs }: { ring: Ring; nowMs: number }) {
  const board = useBoard();
  const mayWork = useMay('workRequests');
  const [, go] = useLocation();
  const [failed, setFailed] = useState<string>();
  const { requestId, stage, askedAt } = ring;
  const row = board.data?.waiting.find(({ id }) => id === requestId);
  // What has just appeared under a thumb does not act.
  const settled = useSettled(requestId);
  const age = nowMs - Date.parse(askedAt);
  const see = async () => {
    const result = await sendDesk(seeRing, { params: { requestId }, body: { stage } });
    if (result.kind === 'ok') setRings(result.value);
    else setFailed('That did not arrive. Press it again.');
  };
  const accept = async () => {
    const sent = await sendStep(requestId, 'accept');
    if (sent.kind === 'taken' || sent.kind === 'stands') go(requestAddress(requestId));
    else setFailed(sent.kind === 'refused' ? sent.text : 'That did not arrive. Press it again.');
  };
  return (
    <li className="ring">
      <p className="ring-words">
        <strong>{row?.dealershipName ?? 'A request'}</strong> {row ? askOf(row).toLowerCase() : 'is waiting'}{' '}
        <span className="ring-age" aria-hidden="true">
          {ageText(age)}
        </span>
        <span className="visually-hidden">waiting {spokenAge(age)}</span>
        {failed && <span className="ring-failed">{failed}</span>}
      </p>
      <div className="ring-buttons">
        {mayWork && (
          <Button look="primary" aria-disabled={!settled || undefined} onClick={() => settled && void accept()}>
            Accept
          </Button>
        )}
        <Button aria-disabled={!settled || undefined} onClick={() => settled && void see()}>
          Seen
        </Button>
      </div>
    </li>
  );
}

/** What rings for the signed-in person, on every screen, until it is seen or somebody has it. */
export function RingBanner() {
  const rings = useRings();
  const nowMs = useNow(deskClock, rings.length > 0);
  const count = rings.length;
  useBell(count);
  return (
    <section aria-label="Ringing" className="rings" data-ringing={count > 0 || undefined}>
      {/* The words alone are announced, not the age that changes each second. */}
      <p role="alert" className="visually-hidden">
        {count > 0 && (count === 1 ? 'A request rings.' : `${count} requests ring.`)}
      </p>
      {count > 0 && (
        <>
          <ul>
            {rings.map((ring) => (
              <RingLine key={ring.requestId} ring={ring} nowMs={nowMs} />
            ))}
          </ul>
          <Silent />
        </>
      )}
    </section>
  );
}
