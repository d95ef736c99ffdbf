import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import { useSettled } from '#client/ui/use-settled.ts';
import type { BoardRow } from '#contract/desk/board-schemas.ts';
import { type Ring, seeRing } from '#contract/desk/live-endpoints.ts';
import { requestAddress } from '../app/paths.ts';
import { askOf, spokenAge } from '../board/board-rows.ts';
import { sendStep, useBoard } from '../board/requests.ts';
import { standsText } from '../board/sent.ts';
import { ageText } from '../lib/ages.ts';
import { useTellFailure } from '../lib/left-press.ts';
import { setRings } from '../lib/live.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { useMay } from '../lib/session.ts';

/** The press may have arrived. Pressed again, it counts once. */
const unheard = 'No answer came. Press it again.';

interface RingLineProps {
  ring: Ring;
  /** The request of the ring; undefined while the board does not have it. */
  row: BoardRow | undefined;
  /** Whether another ring is of the same dealership. */
  isOneOfTwo: boolean;
  nowMs: number;
}

function RingLine({ ring, row, isOneOfTwo, nowMs }: RingLineProps) {
  const mayWork = useMay('workRequests');
  const [, go] = useLocation();
  const [press, setPress] = useState<{ sending?: 'accept' | 'seen'; failed?: string }>({});
  const tell = useTellFailure();
  const { requestId, stage, askedAt } = ring;
  // A line that has just appeared under a thumb does nothing for a moment.
  const ready = useSettled(requestId) && press.sending === undefined;
  const name = row ? [row.dealershipName, ...(isOneOfTwo ? [row.reference] : [])].join(', ') : 'A request';
  const ofIt = row && <span className="visually-hidden"> {name}</span>;
  const age = nowMs - Date.parse(row?.countsSince ?? askedAt);
  const see = async () => {
    setPress({ sending: 'seen' });
    const result = await sendDesk(seeRing, { params: { requestId }, body: { stage, askedAt } });
    if (result.kind === 'ok') setRings(result.value);
    setPress(result.kind === 'ok' ? {} : { failed: result.kind === 'refused' ? failureText(result) : unheard });
  };
  const accept = async () => {
    setPress({ sending: 'accept' });
    const sent = await sendStep(requestId, 'accept');
    setPress(sent.kind === 'refused' ? { failed: sent.text } : sent.kind === 'unreachable' ? { failed: unheard } : {});
    if (sent.kind === 'taken' || (sent.kind === 'late' && sent.record.mine)) go(requestAddress(requestId));
    // Somebody else was first. The line goes, and a request of somebody else must not be taken for one's own.
    else if (sent.kind === 'late')
      tell({ about: name, path: requestAddress(requestId) }, standsText(sent.record, nowMs));
  };
  return (
    <li className="wrapped ring">
      <p className="ring-words">
        <strong>{name}</strong>
        {`${isOneOfTwo ? ',' : ''} ${row ? askOf(row).toLowerCase() : 'is waiting'} `}
        <span className="ring-age" aria-hidden="true">
          {ageText(age)}
        </span>
        <span className="visually-hidden">waiting {spokenAge(age)}</span>
        <span className="ring-failed" role="alert">
          {press.failed}
        </span>
      </p>
      <div className="ring-buttons">
        {mayWork && (
          <Button look="primary" aria-disabled={!ready || undefined} onClick={() => ready && void accept()}>
            {press.sending === 'accept' ? 'Accepting…' : 'Accept'}
            {ofIt}
          </Button>
        )}
        <Button aria-disabled={!ready || undefined} onClick={() => ready && void see()}>
          {press.sending === 'seen' ? 'One moment…' : 'Seen'}
          {ofIt}
        </Button>
      </div>
    </li>
  );
}

/** The rings, each with its dealership and with Accept. It is loaded after the shell, because it needs the code of the board. */
export function RingLines({ rings, nowMs }: { rings: readonly Ring[]; nowMs: number }) {
  const board = useBoard();
  const rowOf = ({ requestId }: Ring) => board.data?.waiting.find(({ id }) => id === requestId);
  const names = rings.map((ring) => rowOf(ring)?.dealershipName);
  return (
    <ul>
      {rings.map((ring) => {
        const row = rowOf(ring);
        const isOneOfTwo = row !== undefined && names.filter((name) => name === row.dealershipName).length > 1;
        return <RingLine key={ring.requestId} ring={ring} row={row} isOneOfTwo={isOneOfTwo} nowMs={nowMs} />;
      })}
    </ul>
  );
}
