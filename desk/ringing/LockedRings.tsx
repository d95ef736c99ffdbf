import './ringing.css';
import { useNow } from '#client/lib/clock.ts';
import { Button } from '#client/ui/Button.tsx';
import { useSettled } from '#client/ui/use-settled.ts';
import { type Ring, seeRing } from '#contract/desk/live-endpoints.ts';
import { setRings, useRings } from '../lib/live.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { deskClock } from '../lib/session.ts';
import { ageText } from '../ui/Age.tsx';
import { useBell } from './use-bell.ts';

function LockedRing({ ring: { requestId, stage, askedAt }, nowMs }: { ring: Ring; nowMs: number }) {
  const seen = useSend(seeRing);
  const settled = useSettled(requestId);
  const see = async () => {
    const result = await seen.send({ params: { requestId }, body: { stage } });
    if (result.kind === 'ok') setRings(result.value);
  };
  return (
    <li className="ring">
      <p className="ring-words">
        <strong>A request</strong> is waiting
        <span className="ring-age">{ageText(Date.parse(askedAt), nowMs)}</span>
        <span className="ring-failed" role="alert">
          {seen.result && seen.result.kind !== 'ok' && failureText(seen.result)}
        </span>
      </p>
      <Button aria-disabled={!settled || seen.sending || undefined} onClick={() => settled && void see()}>
        Seen
      </Button>
    </li>
  );
}

/** What rings on a locked desk: that something waits and since when, and nothing about it. */
export function LockedRings() {
  const rings = useRings();
  const nowMs = useNow(deskClock, rings.length > 0);
  useBell(rings.length);
  return (
    <section aria-label="Ringing" className="rings" data-ringing={rings.length > 0 || undefined}>
      <p role="alert" className="visually-hidden">
        {rings.length > 0 && (rings.length === 1 ? 'A request rings.' : `${rings.length} requests ring.`)}
      </p>
      <ul>
        {rings.map((ring) => (
          <LockedRing key={`${ring.requestId} ${ring.stage}`} ring={ring} nowMs={nowMs} />
        ))}
      </ul>
    </section>
  );
}
