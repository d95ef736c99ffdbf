import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ServerClock, useNow } from '#client/lib/clock.ts';
import { isolated } from '#client/lib/isolated.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { dotted } from '../lib/dotted.ts';
import { focusLate } from '../lib/late-focus.ts';
import { deskZone, zonedTimeIn } from '../lib/times.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { NoteDialog } from '../ui/NoteDialog.tsx';
import { pinned } from '../ui/pinned.ts';
import { isAfter, Said, useSaid } from '../ui/Said.tsx';
import { CodePart } from './CodePart.tsx';
import { Contacts } from './Contacts.tsx';
import type { DealershipActions, Sent } from './dealerships.ts';
import { ContactForm, EditForm } from './EditForm.tsx';
import { withoutContact } from './edit.ts';
import { Facts, Sheet } from './Facts.tsx';
import { History, Requests } from './History.tsx';
import { SendLinkForm } from './SendLinkForm.tsx';
import { gapTexts, standingText, toneOf } from './words.ts';

interface DealershipProps {
  record: DealershipRecord;
  clock: Pick<ServerClock, 'now'>;
  actions: DealershipActions;
  /** Called once the record is removed. */
  onGone: () => void;
  /** Further parts below the record: its legal hold and its audit, for people who may see them. */
  audit?: ReactNode;
}

/** What the open dialog is for. */
type Asked =
  | { readonly what: 'edit' | 'send' }
  | { readonly what: 'contact'; readonly id: string | undefined; readonly name: string };

const titles = { edit: 'Edit the record', send: 'Send the link to a code' } as const;

const titleOf = (asked: Asked | undefined): string => {
  if (asked === undefined) return 'Dealership';
  if (asked.what !== 'contact') return titles[asked.what];
  return asked.name === '' ? 'Add a contact' : asked.name;
};

const changedMeanwhile = 'Somebody else changed it meanwhile. What you see is how it stands now; press again.';
const linkGone =
  'That link was used or replaced meanwhile, so nothing was withdrawn. What you see is how it stands now.';

/** The record of a dealership: what is missing, facts and contacts, codes, requests and history. */
export function Dealership({ record, clock, actions, onGone, audit }: DealershipProps) {
  const [asked, setAsked] = useState<Asked>();
  const { id, name, zone, sample, closedAt, gaps, can, version, sameNamed, agreementDate } = record;
  const [said, say] = useSaid(name, undefined, version);
  const there = zone ?? deskZone;
  const nowMs = useNow(clock, true);
  // A form that is answered late may not close what is open by then.
  const close = () => setAsked((now) => (now === asked ? undefined : now));
  const done = (text: string) => {
    close();
    say('go', text);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  /** Counts presses whose button may disappear. The effect then moves the focus to the record's name. */
  const [focusAgain, setFocusAgain] = useState(0);
  useEffect(() => {
    if (focusAgain > 0) focusLate(heading.current);
  }, [focusAgain]);
  const tell = (sent: Sent, text: string, late = changedMeanwhile) => {
    if (sent.kind === 'refused') say('stop', sent.text);
    else if (sent.kind === 'late') say('stop', late);
    else say('go', text, isAfter(sent.record.version));
    setFocusAgain((count) => count + 1);
  };
  const canSend = can.issue && !gaps.includes('agreement') && !gaps.includes('contact');
  return (
    <article className="record" data-tone={toneOf(record)}>
      <header className="record-head">
        <h1 id="record-name" tabIndex={-1} ref={heading}>
          {name}
        </h1>
        <span className="record-badge">{standingText(record)}</span>
        <p className="record-line">
          {dotted(
            sample && 'A sample, no real dealership',
            zone !== null && `${zonedTimeIn(zone, nowMs)} there`,
            sameNamed > 1 && `${sameNamed} dealerships have this name`,
          )}
        </p>
      </header>
      <div className="record-body">
        <Said said={said} />
        <Alert tone="note" shown={closedAt !== null}>
          <p>The account is closed. Its codes have ended. Requests that still run go on to their end.</p>
        </Alert>
        {gaps.length > 0 && (
          <p className="dealer-gaps">
            <strong>Still missing:</strong> {gaps.map((gap) => gapTexts[gap]).join(', ')}.
          </p>
        )}
        <div className="record-columns">
          <div>
            <section className="part" aria-labelledby="facts">
              <h2 id="facts">
                On file
                {can.edit && (
                  <Button look="quiet" onClick={() => setAsked({ what: 'edit' })}>
                    Edit<span className="visually-hidden"> the record</span>
                  </Button>
                )}
              </h2>
              <Facts record={record} />
            </section>
            <Contacts
              record={record}
              onEdit={(contactId, contactName) => setAsked({ what: 'contact', id: contactId, name: contactName })}
              onRemove={(contact) =>
                actions
                  .edit(version, withoutContact(record, contact.id))
                  .then((sent) => tell(sent, `${isolated(contact.name)} is no longer a contact.`))
              }
            />
            <Sheet record={record} />
          </div>
          <div>
            <CodePart
              record={record}
              timeZone={there}
              onWithdraw={(link) =>
                actions.withdrawLink(link).then((sent) => tell(sent, 'The link has been withdrawn.', linkGone))
              }
              onRevoke={(number) =>
                actions.revoke(number).then((why) => {
                  say(why === undefined ? 'go' : 'stop', why ?? `Code ${number} is revoked, and its sessions end.`);
                  setFocusAgain((count) => count + 1);
                })
              }
            />
            <Requests record={record} timeZone={there} />
            <History record={record} timeZone={there} />
          </div>
        </div>
        {audit}
      </div>
      {(can.issue || can.close || can.reopen || can.remove) && (
        <footer className="bar" ref={pinned}>
          {canSend && (
            <Button look="primary" onClick={() => setAsked({ what: 'send' })}>
              {record.code === 'none' ? 'Send the code' : 'Send a new code'}
            </Button>
          )}
          {can.edit && agreementDate === null && (
            <Button look="primary" onClick={() => setAsked({ what: 'edit' })}>
              Set the agreement
            </Button>
          )}
          {can.reopen && (
            <Button
              look="primary"
              onClick={() => void actions.reopen(version).then((sent) => tell(sent, 'The account is open again.'))}
            >
              Reopen
            </Button>
          )}
          {can.close && (
            <Confirm
              question={`Close the account of ${isolated(name)}? Its codes and portal sessions end within a second; requests that run go on to their end.`}
              confirmLabel="Close the account"
              cancelLabel="Keep it open"
              // The record says by itself that it is closed.
              onConfirm={() => actions.close(version).then((sent) => tell(sent, ''))}
            >
              Close the account
            </Confirm>
          )}
          {can.remove && (
            <Confirm
              question={`Remove the sample ${isolated(name)}? Its codes end; its requests stay.`}
              confirmLabel="Remove the sample"
              cancelLabel="Keep"
              onConfirm={() => actions.remove().then((why) => (why === undefined ? onGone() : say('stop', why)))}
            >
              Remove the sample
            </Confirm>
          )}
        </footer>
      )}
      <NoteDialog open={asked !== undefined} title={titleOf(asked)} onClose={close}>
        {asked?.what === 'edit' && (
          <EditForm
            key={id}
            record={record}
            actions={actions}
            onStored={(stored) => say('go', 'The record is saved.', isAfter(stored.version))}
            onClose={close}
          />
        )}
        {asked?.what === 'contact' && (
          <ContactForm
            key={asked.id ?? 'new'}
            contactId={asked.id}
            record={record}
            actions={actions}
            onStored={(stored) => say('go', 'The contact is saved.', isAfter(stored.version))}
            onClose={close}
          />
        )}
        {asked?.what === 'send' && <SendLinkForm record={record} actions={actions} onDone={done} />}
      </NoteDialog>
    </article>
  );
}
