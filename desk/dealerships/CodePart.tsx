import { isolated } from '#client/lib/isolated.ts';
import type { DealershipRecord, LinkView } from '#contract/desk/dealership-endpoints.ts';
import { momentIn } from '../lib/times.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { CodeLine } from './CodeLine.tsx';
import { messageText } from './words.ts';

interface CodePartProps {
  record: DealershipRecord;
  timeZone: string;
  onWithdraw: (link: string) => unknown;
  onRevoke: (number: number) => unknown;
}

interface LinkProps {
  link: LinkView;
  when: (at: string) => string;
  onWithdraw: ((link: string) => unknown) | undefined;
}

function Link({ link, when, onWithdraw }: LinkProps) {
  const { id, contactName, by, createdAt, expiresAt, usedAt, state, messages } = link;
  const became = {
    open: `works until ${when(expiresAt)}`,
    used: `pressed ${usedAt === null ? '' : when(usedAt)}`,
    expired: 'ran out unused',
    ended: 'no longer works',
  }[state];
  return (
    <div className="dealer-link" data-state={state}>
      <p>
        <strong>
          Link to {contactName}: {became}
        </strong>
      </p>
      <p className="soft">
        {[`Sent ${when(createdAt)} by ${by ?? 'a command'}`, ...messages.map(messageText)].join(' · ')}
      </p>
      {state === 'open' && onWithdraw && (
        <Confirm
          question={`Withdraw the link that ${isolated(contactName)} has? It will stop working.`}
          confirmLabel="Withdraw the link"
          cancelLabel="Leave it"
          onConfirm={() => onWithdraw(id)}
        >
          Withdraw the link
        </Confirm>
      )}
    </div>
  );
}

/**
 * The dealership's access codes by their numbers, and the link to a new code that was sent. The codes themselves are never shown.
 */
export function CodePart({ record, timeZone, onWithdraw, onRevoke }: CodePartProps) {
  const { codes, link, can } = record;
  const nowMs = Date.parse(record.serverNow);
  const when = (at: string) => momentIn(timeZone, at, nowMs);
  return (
    <section className="part" aria-labelledby="codes">
      <h2 id="codes">Access code</h2>
      {link && (link.state === 'open' || codes.length === 0) && (
        <Link key={link.id} link={link} when={when} onWithdraw={can.issue ? onWithdraw : undefined} />
      )}
      {codes.length === 0 && <p className="part-none">No code has been issued yet.</p>}
      <ul className="dealer-codes">
        {codes.map((code) => (
          <CodeLine
            key={code.number}
            code={code}
            timeZone={timeZone}
            nowMs={nowMs}
            onRevoke={can.issue ? onRevoke : undefined}
          />
        ))}
      </ul>
    </section>
  );
}
