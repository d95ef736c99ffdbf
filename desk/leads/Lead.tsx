import './lead.css';
import { type ReactNode, useState } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { leadFlags, leadStatuses } from '#contract/desk/leads.ts';
import { dotted } from '../lib/dotted.ts';
import { Unbroken } from '../ui/Unbroken.tsx';
import { useInSight } from '../ui/use-in-sight.ts';
import { ActionBar } from './ActionBar.tsx';
import { Answers } from './Answers.tsx';
import { Changed } from './Changed.tsx';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { History } from './History.tsx';
import type { LeadActions } from './leads.ts';
import { Reaches } from './Reaches.tsx';
import { Dismissed, Similar } from './Similar.tsx';
import { otherThatChanged, usePresses } from './use-presses.ts';
import { Work } from './Work.tsx';
import { dueReason, formNames, happenedBetween, isLate, shortWhen, whenText } from './words.ts';

interface LeadProps {
  lead: LeadRecord;
  clock: { now(): number };
  actions: LeadActions;
  hrefOf: (id: string) => string;
  /** Further parts below the record: its legal hold and its audit, for people who may see them. */
  audit?: ReactNode;
}

/** One lead: how to reach its people, their answers, its status and its history. */
export function Lead({ lead, clock, actions, hrefOf, audit }: LeadProps) {
  const nowMs = useNow(clock, true, 30_000);
  const { busy, failed, undecided, ...presses } = usePresses(lead, actions);
  /** The lead when the follow-up dialog was opened. The new time is sent with that version. */
  const [choosing, setChoosing] = useState<LeadRecord>();
  const [first] = lead.parts;
  const erasedAt = first?.erasedAt;
  const late = isLate(lead, nowMs);
  const body = useInSight(failed?.count);
  return (
    <article
      className="record"
      aria-labelledby="record-name"
      data-tone={late ? 'late' : lead.mine ? 'mine' : undefined}
    >
      <header className="record-head">
        <h1 id="record-name" tabIndex={-1}>
          {lead.name || 'No name'}
        </h1>
        <p className="record-badge">{dueReason(lead, nowMs)}</p>
        <p className="record-line">
          <Unbroken
            text={dotted(
              lead.reference,
              `${formNames[lead.form].toLowerCase()}, ${whenText(lead.createdAt, nowMs)}`,
              lead.amendedAt !== null && `answers changed ${shortWhen(lead.amendedAt, nowMs)}`,
              lead.forms > 1 && `joined of ${lead.forms} forms`,
            )}
          />
        </p>
        <Spoken text={leadStatuses[lead.status]} />
      </header>
      <div className="record-body" ref={body}>
        <Alert tone="stop" shown={failed !== undefined} attempt={failed?.count ?? 0}>
          <p>{failed?.text}</p>
        </Alert>
        {failed?.again && (
          <p>
            <Button aria-disabled={busy} onClick={() => busy || failed.again?.()}>
              Send it again
            </Button>
          </p>
        )}
        {undecided && (
          <Changed
            what={undecided.press.what}
            events={happenedBetween(undecided.before, lead)}
            nowMs={nowMs}
            other={otherThatChanged(undecided.before, undecided.press.joins, lead)}
            canDoIt={undecided.press.may?.(lead) ?? true}
            busy={busy}
            onDoIt={presses.doAnyway}
            onLeave={presses.leave}
          />
        )}
        <Alert tone="note" shown={erasedAt != null}>
          <p>This lead was erased {erasedAt && whenText(erasedAt, nowMs)} and can no longer be changed.</p>
        </Alert>
        {first?.flags.map((flag) => (
          <p key={flag} className="lead-flag">
            {leadFlags[flag]}
          </p>
        ))}
        <Similar lead={lead} hrefOf={hrefOf} busy={busy} onJoin={presses.join} onTellApart={presses.tellApart} />
        <Dismissed lead={lead} hrefOf={hrefOf} busy={busy} onSuggestAgain={presses.suggestAgain} />
        <Reaches lead={lead} />
        <div className="record-columns">
          <div>
            <Work
              lead={lead}
              busy={busy}
              ownerId={presses.ownerId}
              onGive={presses.give}
              onEdit={presses.edit}
              onFollowUp={() => setChoosing(lead)}
            />
            <History lead={lead} onNote={actions.note} />
          </div>
          <div>
            <Answers lead={lead} busy={busy} onPart={presses.part} />
            {audit}
          </div>
        </div>
      </div>
      <ActionBar
        lead={lead}
        busy={busy}
        onContacted={presses.contacted}
        onFollowUp={() => setChoosing(lead)}
        onMakeDealership={presses.makeDealership}
        onStatus={(status) => presses.edit(`mark it ${status}`, { status })}
      />
      {lead.can.manage && (
        <FollowUpDialog
          open={choosing !== undefined}
          lead={choosing ?? lead}
          nowMs={nowMs}
          onClose={() => setChoosing(undefined)}
          onChoose={(followUpAt) => {
            setChoosing(undefined);
            const what = followUpAt === null ? 'take the follow-up away' : `follow up ${shortWhen(followUpAt, nowMs)}`;
            void presses.edit(what, { followUpAt }, choosing);
          }}
        />
      )}
    </article>
  );
}
