import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import {
  giveUpMessage,
  type MessageEvent,
  type MessageRecord,
  retryMessage,
  viewMessage,
} from '#contract/desk/message-endpoints.ts';
import { mayHaveGoneOut, messageChannels, messageEvents, messageStates, sendSteps } from '#contract/desk/messages.ts';
import { deskApiPath } from '#contract/desk/session.ts';
import { dealershipAddress, leadAddress, paths, requestAddress } from '../app/paths.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { phoneText } from '../lib/phone.ts';
import { keepRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { Pair } from '../ui/Fact.tsx';
import { type PaneProps, RecordPane } from '../ui/RecordPane.tsx';
import { Said, type Say, useSaid } from '../ui/Said.tsx';
import { useInSight } from '../ui/use-in-sight.ts';
import { When, WhenOr } from '../ui/When.tsx';
import { useMessage } from './messages.ts';
import { kindText, standingText } from './words.ts';

/** The thing that the message is about; a link when the desk has a page for it. */
function About({ about }: Pick<MessageRecord, 'about'>): ReactNode {
  if (!about) return '–';
  const { kind, id, label } = about;
  if (kind === 'request') return <Link href={requestAddress(id)}>{label}</Link>;
  if (kind === 'lead') return <Link href={leadAddress(id)}>{label}</Link>;
  if (kind === 'dealership') return <Link href={dealershipAddress(id)}>{label}</Link>;
  if (kind === 'person') return <Link href={paths.people}>{label}</Link>;
  return label;
}

function Facts({ record }: { record: MessageRecord }) {
  const { to, toOperator, about, createdAt, dueAt, sentAt, deliveredAt } = record;
  return (
    <dl className="pairs">
      <Pair label="To">
        {phoneText(to) || 'MAIL_TO is not set'}
        {toOperator && <span className="soft"> (the operator)</span>}
      </Pair>
      <Pair label="About">
        <About about={about} />
      </Pair>
      <Pair label="Written">
        <When at={createdAt} />
      </Pair>
      {dueAt !== null && (
        <Pair label="Tried next">
          <When at={dueAt} />
        </Pair>
      )}
      {sentAt !== null && (
        <Pair label="Sent">
          <When at={sentAt} />
          <WhenOr words=", delivered" at={deliveredAt} never="" />
        </Pair>
      )}
    </dl>
  );
}

const stepText = ({ step }: MessageEvent): string => (step === null ? '' : ` at the ${sendSteps[step]}`);

function Happened({ events, attempts }: Pick<MessageRecord, 'events' | 'attempts'>) {
  const since = events.findLastIndex(({ kind }) => kind === 'retried');
  const firstRetry = events.findIndex(({ kind }) => kind === 'retried');
  const told = new Set(events.slice(since + 1).flatMap(({ attempt }) => attempt || []));
  const missing = attempts - told.size;
  return (
    <section aria-labelledby="happened">
      <h2 id="happened">What happened</h2>
      {events.length === 0 && attempts === 0 && <p className="soft">Not tried yet.</p>}
      <ol className="ruled happened">
        {events.map((event, at) => (
          <li key={`${event.at} ${event.kind} ${event.attempt}`} data-kind={event.kind}>
            <When at={event.at} />
            <span>
              <strong>
                {messageEvents[event.kind]}
                {stepText(event)}
              </strong>
              {event.by !== null && <span className="soft"> by {event.by}</span>}
              {event.attempt > 0 && (
                <span className="soft">
                  {' '}
                  · {firstRetry >= 0 && at > firstRetry && 'new '}try {event.attempt}
                </span>
              )}
              {event.said !== null && <q className="said-there">{event.said}</q>}
            </span>
          </li>
        ))}
      </ol>
      {missing > 0 && (
        <p className="soft">
          {missing === 1 ? 'One try has' : `${missing} tries have`} no result: the server stopped during it, or it was
          before this history was kept.
        </p>
      )}
    </section>
  );
}

/** The message as its recipient reads it. A mail's HTML is in a frame that runs and loads nothing. */
function Preview({ record }: { record: MessageRecord }) {
  const { id, preview, previewFault, channel } = record;
  const [plain, setPlain] = useState(false);
  if (!preview) {
    return (
      <section aria-labelledby="preview">
        <h2 id="preview">How it reads</h2>
        <p className="soft">It cannot be written any more: {previewFault}</p>
      </section>
    );
  }
  const asMail = preview.html && !plain;
  return (
    <section aria-labelledby="preview">
      <div className="preview-head">
        <h2 id="preview">How it reads</h2>
        {preview.html && (
          <Button look="quiet" aria-pressed={plain} onClick={() => setPlain(!plain)}>
            As plain text
          </Button>
        )}
      </div>
      {preview.subject !== null && (
        <p className="preview-subject">
          <span className="soft">Subject</span> {preview.subject}
        </p>
      )}
      {asMail ? (
        <iframe
          className="preview-mail"
          title={`The mail as ${record.toOperator ? 'the operator' : 'its recipient'} sees it`}
          sandbox=""
          src={`${deskApiPath}messages/${encodeURIComponent(id)}/preview`}
        />
      ) : (
        <pre className={channel === 'sms' ? 'boxed preview-text is-text' : 'boxed preview-text'}>{preview.text}</pre>
      )}
      <p className="soft preview-note">Links are shown without their secrets.</p>
    </section>
  );
}

function Actions({ record, onSaid }: { record: MessageRecord; onSaid: Say<MessageRecord> }) {
  const retry = useSend(retryMessage);
  const giveUp = useSend(giveUpMessage);
  const { id, retriedAt, can, mayHaveArrived, state } = record;
  const press = async (which: typeof retry | typeof giveUp, done: string) => {
    const result = await which.send({ params: { id }, body: { retriedAt } });
    if (result.kind !== 'ok' && result.kind !== 'late') return onSaid('stop', failureText(result));
    keepRead(viewMessage, { params: { id } }, result.value);
    const standOf = ({ retriedAt: at, state: now, attempts }: MessageRecord) => [at, now, attempts].join();
    const stored = standOf(result.value);
    if (result.kind === 'ok') return onSaid('go', done, (now) => standOf(now) !== stored);
    onSaid('note', 'Somebody else was first, or it is being sent. What you see is how it stands now.');
  };
  const retried = () => press(retry, 'It is due now; the server sends it.');
  if (!can.retry && !can.giveUp) return null;
  return (
    <div className="bar message-bar">
      {can.retry &&
        (mayHaveArrived ? (
          <Confirm
            question={mayHaveGoneOut}
            confirmLabel="Try it again all the same"
            cancelLabel="Leave it"
            onConfirm={retried}
          >
            Try again
          </Confirm>
        ) : (
          <Button look="primary" aria-disabled={retry.sending} onClick={() => void retried()}>
            {retry.sending ? 'Trying…' : state === 'failed' ? 'Try again' : 'Try now'}
          </Button>
        ))}
      {can.giveUp && (
        <Confirm
          question="Stop sending this message? It stays in the list with its history."
          confirmLabel="Stop sending"
          onConfirm={() => press(giveUp, 'It will not be sent.')}
        >
          Stop sending
        </Confirm>
      )}
    </div>
  );
}

function Message({ record }: { record: MessageRecord }) {
  const [said, say] = useSaid(undefined, undefined, record);
  const body = useInSight(said?.attempt);
  const { channel, kind, state, lastError, over } = record;
  return (
    <article className="record message" data-state={state}>
      <header className="message-head">
        <h1 id="record-name" tabIndex={-1}>
          {messageChannels[channel]}: {kindText(kind)}
        </h1>
        <p className="message-standing" data-tone={state === 'failed' ? 'failed' : undefined}>
          {standingText(record)}
        </p>
        {state === 'held' && <p className="soft">{messageStates.held}.</p>}
        {lastError !== null && state !== 'sent' && <p className="soft">{lastError}</p>}
        {over !== null && <p className="soft">It does not go out any more. {over}</p>}
      </header>
      <div className="record-body" ref={body}>
        <Said said={said} />
        <Facts record={record} />
        <Happened events={record.events} attempts={record.attempts} />
        <Preview record={record} />
        <RecordAudit kind="message" id={record.id} />
      </div>
      <Actions record={record} onSaid={say} />
    </article>
  );
}

/** The open message. */
export function MessagePane({ id, backTo }: PaneProps) {
  const read = useMessage(id);
  return (
    <RecordPane read={read} what="message" backTo={backTo}>
      {(record) => <Message record={record} />}
    </RecordPane>
  );
}
