import { Button } from '#client/ui/Button.tsx';
import { useSettled } from '#client/ui/use-settled.ts';
import { type Ring, seeRing } from '#contract/desk/live-endpoints.ts';
import { ageText } from '../lib/ages.ts';
import { setRings } from '../lib/live.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';

interface PlainRingProps {
  ring: Ring;
  /** Which of several rings it is, such as `1 of 2`. Nothing else may tell it from the others; undefined when it is the only one. */
  number: string | undefined;
  nowMs: number;
}

function PlainRing({ ring: { requestId, stage, askedAt }, number, nowMs }: PlainRingProps) {
  const seen = useSend(seeRing);
  const settled = useSettled(requestId);
  const see = async () => {
    const result = await seen.send({ params: { requestId }, body: { stage, askedAt } });
    if (result.kind === 'ok') setRings(result.value);
  };
  return (
    <li className="wrapped ring">
      <p className="ring-words">
        <strong>{number ? `Request ${number}` : 'A request'}</strong> is waiting
        <span className="ring-age">{ageText(nowMs - Date.parse(askedAt))}</span>
        <span className="ring-failed" role="alert">
          {seen.result && seen.result.kind !== 'ok' && failureText(seen.result)}
        </span>
      </p>
      <Button aria-disabled={!settled || seen.sending || undefined} onClick={() => settled && void see()}>
        {seen.sending ? 'One moment…' : 'Seen'}
        {number && <span className="visually-hidden"> request {number}</span>}
      </Button>
    </li>
  );
}

/** Rings without details: that a request waits, since when, and the button Seen. */
export function PlainRings({ rings, nowMs }: { rings: readonly Ring[]; nowMs: number }) {
  return (
    <ul>
      {rings.map((ring, index) => (
        <PlainRing
          key={`${ring.requestId} ${ring.stage}`}
          ring={ring}
          number={rings.length > 1 ? `${index + 1} of ${rings.length}` : undefined}
          nowMs={nowMs}
        />
      ))}
    </ul>
  );
}
