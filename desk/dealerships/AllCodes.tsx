import { memo, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { useNow } from '#client/lib/clock.ts';
import { Button } from '#client/ui/Button.tsx';
import { type ListedCode, listCodes, revokeCode } from '#contract/desk/code-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { dealershipAddress } from '../app/paths.ts';
import { useReadPages, useRows } from '../lib/read-pages.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { deskClock } from '../lib/session.ts';
import { deskZone } from '../lib/times.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { NoteDialog } from '../ui/NoteDialog.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { CodeLine } from './CodeLine.tsx';

interface LineProps {
  code: ListedCode;
  nowMs: number;
  onOpen: () => void;
  onRevoke: (number: number) => unknown;
}

/** A line is drawn again only when one of its props changes. */
const Line = memo(function Line({ code, nowMs, onOpen, onRevoke }: LineProps) {
  const { dealershipId, dealershipName } = code;
  const of =
    dealershipId === null ? (
      'shared by dealerships'
    ) : (
      <>
        of{' '}
        <Link href={dealershipAddress(dealershipId)} onClick={onOpen}>
          {dealershipName}
        </Link>
      </>
    );
  return <CodeLine code={code} timeZone={deskZone} nowMs={nowMs} of={of} onRevoke={onRevoke} />;
});

function Codes({ onOpen }: { onOpen: () => void }) {
  const read = useReadPages(listCodes, { query: {} }, { topics: readTopics.listCodes });
  const [said, say] = useSaid();
  const { rows: codes, areAll } = useRows(read, 'rows', 'number');
  const nowMs = useNow(deskClock, true, 60_000);
  const { refetch } = read;
  const revoke = useCallback(
    async (number: number) => {
      const result = await sendDesk(revokeCode, { params: { number: String(number) }, body: {} });
      if (result.kind === 'ok') say('go', `Code ${number} is revoked.`);
      else say('stop', failureText(result));
      await refetch();
    },
    [say, refetch],
  );
  return (
    <>
      <Said said={said} />
      <Loaded read={read} what="the codes">
        {() =>
          codes.length === 0 ? (
            <p className="part-none">No code has been issued yet.</p>
          ) : (
            <ul className="dealer-codes">
              {codes.map((code) => (
                <Line key={code.number} code={code} nowMs={nowMs} onOpen={onOpen} onRevoke={revoke} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore pages={read} areAllDrawn={areAll} />
    </>
  );
}

/** Every access code, newest first: codes of one dealership and codes that dealerships share. Codes are named by their numbers. */
export function AllCodes() {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button onClick={() => setOpen(true)}>All codes</Button>
      <NoteDialog open={isOpen} title="Access codes" onClose={close}>
        {isOpen && <Codes onOpen={close} />}
      </NoteDialog>
    </>
  );
}
