import { Button } from '#client/ui/Button.tsx';
import { useSettled } from '#client/ui/use-settled.ts';
import { type Ring, seeRing } from '#contract/desk/live-endpoints.ts';
import { ageText } from '../lib/ages.ts';
import { setRings } from '../lib/live.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';

function PlainRing({ ring: { requestId, stage, askedAt }, nowMs }: { ring: Ring; nowMs: number }) {
  const seen = useSend(seeRing);
  const settled = useSettled(requestId);
  const see = async () => {
    const result = await seen.send({ params: { requestId }, body: { stage, askedAt } });
    if (result.kind === 'ok') setRings(result.value);
  };
  return (
    <li className="ring">
      <p className="ring-words">
        <strong>A request</strong> is waiting
        <span className="ring-age">{ageText(nowMs - Date.parse(askedAt))}</span>
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

/** Rings without details: that a request waits, since when, and the button Seen. */
export function PlainRings({ rings, nowMs }: { rings: readonly Ring[]; nowMs: number }) {
  return (
    <ul>
      {rings.map((ring) => (
        <PlainRing key={`${ring.requestId} ${ring.stage}`} ring={ring} nowMs={nowMs} />
      ))}
    </ul>
  );
}
