import type { ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import { giveFocus } from '#client/lib/focus.ts';
import { listen } from '#client/lib/listen.ts';
import { useStore } from '#client/lib/store.ts';
import { Button } from '#client/ui/Button.tsx';
import { Confirm } from '#client/ui/Confirm.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { telOf } from '#client/ui/tel.ts';
import { formNames } from '#contract/form-names.ts';
import type { LeadKind } from '#contract/pages.ts';
import { leadStatus, type Told, useLeadView } from '../lead-status.ts';
import { linkToForm } from '../page-of-form.ts';
import { askUnheard } from '../sending/ask-unheard.ts';
import { browserEnvironment } from '../sending/environment.ts';
import { type QueuedLead, sharedSendQueue, useQueue } from '../sending/send-queue.ts';
import { sharedUnheard, type UnheardLead } from '../sending/unheard.ts';
import { clearedLeads, forgetCleared, watchCleared } from './cleared.ts';
import './forms-note.css';

/** What a line is about: a form, or a change of what was sent before. */
const nameOf = ({ kind, reference, isChange }: { kind: LeadKind; reference?: string; isChange: boolean }): string =>
  [isChange ? 'A change of' : '', formNames[kind].title, reference].filter(Boolean).join(' ');

/** Said of a form that is not shown: its answers are in it or in the browser's storage, which somebody may have cleared. */
const inForm = 'What you typed is in the form, unless it was cleared.';

/** Said of a refused form when other answers are typed in its form by now: the refused ones do not replace them. */
const afterOthers = 'Other answers in it come first: send or clear them.';

const sent = (name: string) => `${name} was sent. We have it.`;

/** The link to a form. It puts away the receipt that is shown in place of the form, and brings back what was refused. */
const OpenForm = ({ kind, children }: { kind: LeadKind; children: ReactNode }) => (
  <a href={linkToForm(kind)} onClick={leadStatus(kind).open}>
    {children}
  </a>
);

/** Removes a line, and with it the button that was pressed. The focus goes to the page, which does not scroll. */
function putAway(act: () => void): void {
  act();
  const main = document.getElementById('main');
  if (main) giveFocus(main);
}

const PutAway = ({ act }: { act: () => void }) => (
  <Button look="quiet" onClick={() => putAway(act)}>
    Dismiss
  </Button>
);

/** How to reach us when a form cannot. */
const CallUs = () => (
  <>
    Call <a href={telOf(brand.phone)}>{brand.phone}</a> or write to <a href={`mailto:${brand.email}`}>{brand.email}</a>.
  </>
);

function QueuedWords({ lead }: { lead: QueuedLead }) {
  const { kind, state, onDevice, isHindered } = lead;
  const name = nameOf(lead);
  switch (state) {
    case 'waiting':
      return (
        <>
          {onDevice
            ? `${name} waits in this browser, which keeps trying to send it while this site is open.`
            : `${name} waits in this page alone, because your browser keeps nothing. Leave the page open until it is sent.`}
          {isHindered && (
            <>
              {' '}
              Something on the way, such as a firewall, refuses it. Another network may let it pass. <CallUs />
            </>
          )}
        </>
      );
    case 'sent':
      return <>{sent(name)}</>;
    case 'refused':
      return isHindered ? (
        <>
          {name} was refused, and sending it again as it is does not help. <CallUs />{' '}
          <OpenForm kind={kind}>Open the form</OpenForm> to read it. {afterOthers}
        </>
      ) : (
        <>
          {name} could not be accepted as it is. <OpenForm kind={kind}>Open the form to correct it</OpenForm>.{' '}
          {afterOthers}
        </>
      );
  }
}

/** A form that waited, and was cleared with the browser's data. */
const ClearedWords = ({ lead }: { lead: QueuedLead }) => (
  <>
    {nameOf(lead)} is no longer in this browser: it was cleared before{' '}
    {lead.unsure ? 'an answer came. We may have it all the same.' : 'it was sent. We do not have it.'}{' '}
    <OpenForm kind={lead.kind}>Open the form to fill it in again</OpenForm>
  </>
);

/** Removes a queued form from the device. It asks first when we may not have the form. */
function Remove({ lead: { key, reference, state, isChange, unsure } }: { lead: QueuedLead }) {
  const remove = () => {
    forgetCleared(key);
    sharedSendQueue().remove(key);
  };
  if (state === 'sent') return <PutAway act={remove} />;
  return (
    <Confirm
      question={`Take ${isChange ? 'the change' : 'it'} out of this browser? We ${unsure ? 'may have it already' : 'do not have it yet'}.`}
      confirmLabel="Clear it"
      onConfirm={() => putAway(remove)}
    >
      Clear <span className="visually-hidden">{reference}</span>
    </Confirm>
  );
}

/**
 * The words about a form that is being sent, or whose result came while it was not shown. `waits`: the form changes a submission
 * that is itself not sent yet.
 */
function ToldWords({ kind, told, waits }: { kind: LeadKind; told: Told; waits: boolean }) {
  const name = nameOf({ kind, ...told });
  switch (told.state) {
    case 'sending':
      return <>{name} is being sent…</>;
    case 'sent':
      return <>{sent(name)}</>;
    case 'edited':
      return (
        <>
          {waits
            ? `${name} is not sent yet.`
            : `${sent(nameOf({ kind, reference: told.reference, isChange: false }))} What you changed after that is not sent yet.`}{' '}
          <OpenForm kind={kind}>Open the form to send it</OpenForm>
        </>
      );
    case 'failed':
      return (
        <>
          {name} could not be sent. {inForm} <OpenForm kind={kind}>Open the form to try again</OpenForm>
        </>
      );
    case 'refused':
      return (
        <>
          {name} could not be accepted as it is. <OpenForm kind={kind}>Open the form to correct it</OpenForm>
        </>
      );
  }
}

/** A form whose page was left before the answer came. */
function UnheardWords({ lead }: { lead: UnheardLead }) {
  const { kind, state } = lead;
  const name = nameOf(lead);
  switch (state) {
    case 'asking':
      return <>{name} was on its way when its page was left. Asking whether we have it…</>;
    case 'received':
      return <>{sent(name)}</>;
    case 'missing':
      return (
        <>
          {name} was not sent: its page was left too early. {inForm}{' '}
          <OpenForm kind={kind}>Open the form to send it</OpenForm>
        </>
      );
    case 'unknown':
      return (
        <>
          {name} was on its way when its page was left. It may have arrived.{' '}
          <OpenForm kind={kind}>Open the form</OpenForm>
        </>
      );
  }
}

/** The tone of a line, by its state. */
const tones = {
  sending: 'note',
  waiting: 'note',
  asking: 'note',
  unknown: 'note',
  sent: 'go',
  edited: 'note',
  received: 'go',
  failed: 'stop',
  refused: 'stop',
  missing: 'stop',
  cleared: 'stop',
} as const;

/** Gives the note's height to the style sheet, so that neither a bar nor what a link jumps to is behind the note. */
function tellHeight(note: HTMLElement): () => void {
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => style.setProperty('--note-height', `${note.offsetHeight}px`));
  sizes.observe(note);
  return () => {
    sizes.disconnect();
    style.removeProperty('--note-height');
  };
}

/** The note on every page about forms that were sent or queued: one line for each. */
function FormsNote() {
  const queued = useQueue();
  const cleared = useStore(clearedLeads);
  const unheard = useStore(sharedUnheard().leads);
  const told = { inquiry: useLeadView('inquiry').told, intake: useLeadView('intake').told };
  const lines: { key: string; state: keyof typeof tones; words: ReactNode; act?: ReactNode }[] = [];
  for (const kind of ['inquiry', 'intake'] as const) {
    const one = told[kind];
    if (!one) continue;
    const waits = queued.some(
      ({ reference, state }) => 'reference' in one && reference === one.reference && state === 'waiting',
    );
    const act = one.state === 'sent' && <PutAway act={leadStatus(kind).putAway} />;
    lines.push({ key: kind, state: one.state, words: <ToldWords kind={kind} told={one} waits={waits} />, act });
  }
  for (const lead of unheard) {
    // The line about the changes that are not sent yet says that this one was received.
    const one = told[lead.kind];
    if (one?.state === 'edited' && one.reference === lead.reference) continue;
    const forget = () => sharedUnheard().forget({ reference: lead.reference });
    const act = lead.state !== 'asking' && <PutAway act={forget} />;
    lines.push({ key: `unheard ${lead.reference}`, state: lead.state, words: <UnheardWords lead={lead} />, act });
  }
  for (const lead of queued) {
    lines.push({
      key: lead.key,
      state: lead.isHindered ? 'refused' : lead.state,
      words: <QueuedWords lead={lead} />,
      act: <Remove lead={lead} />,
    });
  }
  for (const lead of cleared) {
    const act = <PutAway act={() => forgetCleared(lead.key)} />;
    lines.push({ key: lead.key, state: 'cleared', words: <ClearedWords lead={lead} />, act });
  }
  if (lines.length === 0) return null;
  return (
    <section className="forms-note night" aria-label="Your forms" ref={tellHeight}>
      <ul className="frame">
        {lines.map(({ key, state, words, act }) => (
          <li key={key} className="wrapped" data-tone={tones[state]}>
            <Icon tone={tones[state]} />
            <p>{words}</p>
            {act}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Starts the send queue and the questions about unanswered sends, and returns the note that every page shows. */
export function startNote(): ReactNode {
  sharedSendQueue();
  watchCleared();
  const lookAtDrafts = () => {
    for (const kind of ['inquiry', 'intake'] as const) leadStatus(kind).lookAtDraft();
  };
  sharedUnheard().leads.subscribe(lookAtDrafts);
  // Another tab may have sent, discarded or cleared what this note is about. When the browser itself clears its storage, no event says so.
  listen(window, { storage: lookAtDrafts, pageshow: lookAtDrafts, focus: lookAtDrafts });
  askUnheard(browserEnvironment(), sharedUnheard());
  lookAtDrafts();
  return <FormsNote />;
}
