import './lead.css';
import { type ReactNode, useRef, useState } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import type { LeadPatch } from '#contract/desk/lead-endpoints.ts';
import type { LeadRecord, SimilarLead } from '#contract/desk/lead-schemas.ts';
import { leadFlags, leadStatuses } from '#contract/desk/leads.ts';
import { leadAddress } from '../app/paths.ts';
import { dotted } from '../lib/dotted.ts';
import { useTellFailure } from '../lib/left-press.ts';
import { Unbroken } from '../ui/Unbroken.tsx';
import { useInSight } from '../ui/use-in-sight.ts';
import { ActionBar } from './ActionBar.tsx';
import { Answers } from './Answers.tsx';
import { Changed } from './Changed.tsx';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { History } from './History.tsx';
import type { LeadActions } from './leads.ts';
import { isAlready, joinAsShown, otherThatChanged } from './presses.ts';
import { Reaches } from './Reaches.tsx';
import { Dismissed, Similar } from './Similar.tsx';
import { Work } from './Work.tsx';
import { dueReason, formNames, happenedBetween, isLate, shortWhen, whenText } from './words.ts';

/** A press that was not stored, because the lead had changed since the person read it. */
interface Undecided {
  /** What the press does, to be read after `You wanted to`. */
  readonly what: string;
  readonly before: LeadRecord;
  /** Sends the press again, with the newest version of the lead. */
  readonly again: Send;
  /** Whether a version of the lead already has what the press does. */
  readonly holds: Holds;
  readonly more: Further;
}

interface Further {
  /** The lead that the press was to join to this one. */
  readonly joins?: SimilarLead | undefined;
  /** Whether the press can still do something. When left out, the server says why not. */
  readonly may?: (now: LeadRecord) => boolean;
}

/** Why the last press failed. */
interface Failed {
  readonly text: string;
  readonly count: number;
  /** Sends the same press again. Only present when the server did not answer. */
  readonly again?: () => void;
  /** Whether the lead shows that what the press wanted is done: its answer was lost, or somebody else was first. */
  readonly hasArrived: (now: LeadRecord) => boolean;
}

type Holds = (now: LeadRecord) => boolean;
type Send = (seen: LeadRecord) => ReturnType<LeadActions['makeDealership']>;

interface LeadProps {
  lead: LeadRecord;
  clock: { now(): number };
  actions: LeadActions;
  hrefOf: (id: string) => string;
  /** Further parts below the record: its legal hold and its audit, for people who may see them. */
  audit?: ReactNode;
}

const unreachable = (what: string): string => `No answer from the server. You wanted to ${what}.`;

/** One lead: how to reach its people, their answers, its status and its history. */
export function Lead({ lead, clock, actions, hrefOf, audit }: LeadProps) {
  const nowMs = useNow(clock, true, 30_000);
  const [pending, setPending] = useState<string>();
  const [failed, setFailed] = useState<Failed>();
  const [undecided, setUndecided] = useState<Undecided>();
  /** The lead when the follow-up dialog was opened. The new time is sent with that version. */
  const [choosing, setChoosing] = useState<LeadRecord>();
  /** The owner who was chosen last, until that is answered. */
  const [owner, setOwner] = useState<Pick<LeadRecord, 'ownerId'>>();
  const newestOwner = useRef(owner);
  /** The press that was made last. Resolves to the lead as it stands then; to undefined when the press was not stored. */
  const lastPress = useRef<Promise<LeadRecord | undefined>>(undefined);
  const [first] = lead.parts;
  const erasedAt = first?.erasedAt;

  const tell = useTellFailure();
  const place = { about: lead.name || lead.reference, path: leadAddress(lead.id) };
  const say = (fault: Pick<Failed, 'text' | 'again'> | undefined, hasArrived: Failed['hasArrived'] = () => false) =>
    tell(place, fault?.text, () =>
      setFailed((before) => fault && { ...fault, count: (before?.count ?? 0) + 1, hasArrived }),
    );

  const act = (...press: Parameters<typeof send>) => {
    lastPress.current = send(...press);
    return lastPress.current;
  };

  /** Sends a press; when the lead has changed meanwhile, the person reads what changed and decides. */
  async function send(
    what: string,
    call: Send,
    holds: Holds = () => false,
    { seen = lead, ...more }: Further & { readonly seen?: LeadRecord } = {},
  ): Promise<LeadRecord | undefined> {
    setPending(what);
    const sent = await call(seen);
    setPending(undefined);
    setUndecided(undefined);
    if (sent.kind === 'late' && !holds(sent.record)) {
      tell(place, `Somebody changed it meanwhile. You wanted to ${what}.`, () => {
        say(undefined);
        setUndecided({ what, before: seen, again: call, holds, more });
      });
    } else if (sent.kind === 'refused') say(sent, holds);
    else if (sent.kind === 'unreachable')
      say({ text: unreachable(what), again: () => void act(what, call, holds, { seen, ...more }) }, holds);
    else {
      say(undefined);
      return sent.kind === 'made' ? undefined : sent.record;
    }
    return undefined;
  }

  const edit = (what: string, patch: LeadPatch, seen = lead) =>
    act(
      what,
      ({ version }) => actions.edit(version, patch),
      (now) => isAlready(now, patch),
      { seen },
    );

  /** Gives the lead to the owner who is chosen, after a press that is being sent. Of several choices meanwhile the last counts. */
  const give = async (what: string, ownerId: string | null) => {
    const chosen = { ownerId };
    newestOwner.current = chosen;
    setOwner(chosen);
    const seen = pending === undefined ? lead : await lastPress.current;
    if (newestOwner.current !== chosen) return;
    if (seen) await edit(what, chosen, seen);
    else {
      const text = `Because of that, the owner was not changed. You wanted to ${what}.`;
      tell(place, text, () =>
        setFailed((before) => ({
          ...before,
          text: before ? `${before.text} ${text}` : text,
          count: (before?.count ?? 0) + 1,
          hasArrived: () => false,
        })),
      );
    }
    if (newestOwner.current === chosen) setOwner(undefined);
  };

  const late = isLate(lead, nowMs);
  const hasFailed = failed !== undefined && !failed.hasArrived(lead);
  const body = useInSight(hasFailed ? failed.count : undefined);
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
        <Alert tone="stop" shown={hasFailed} attempt={failed?.count ?? 0}>
          <p>{failed?.text}</p>
        </Alert>
        {hasFailed && failed?.again && (
          <p>
            <Button aria-disabled={pending !== undefined} onClick={() => pending === undefined && failed.again?.()}>
              Send it again
            </Button>
          </p>
        )}
        {undecided && (
          <Changed
            what={undecided.what}
            events={happenedBetween(undecided.before, lead)}
            nowMs={nowMs}
            other={otherThatChanged(undecided.before, undecided.more.joins, lead)}
            canDoIt={undecided.more.may?.(lead) ?? true}
            busy={pending !== undefined}
            onDoIt={() => void act(undecided.what, undecided.again, undecided.holds, undecided.more)}
            onLeave={() => setUndecided(undefined)}
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
        <Similar
          lead={lead}
          hrefOf={hrefOf}
          busy={pending !== undefined}
          onJoin={(other) =>
            act(
              `join ${other.reference}`,
              (seen) => joinAsShown(actions, other, seen),
              ({ parts }) => parts.some(({ id }) => id === other.id),
              { joins: other },
            )
          }
          onTellApart={({ id, reference }) =>
            act(
              `leave ${reference} apart for good`,
              ({ version }) => actions.tellApart(version, id),
              ({ dismissedLeads }) => dismissedLeads.some((other) => other.id === id),
            )
          }
        />
        <Dismissed
          lead={lead}
          hrefOf={hrefOf}
          busy={pending !== undefined}
          onSuggestAgain={({ id, reference }) =>
            void act(
              `have ${reference} suggested again`,
              ({ version }) => actions.suggestAgain(version, id),
              ({ similarLeads }) => similarLeads.some((other) => other.id === id),
            )
          }
        />
        <Reaches lead={lead} />
        <div className="record-columns">
          <div>
            <Work
              lead={lead}
              pending={pending}
              ownerId={(owner ?? lead).ownerId}
              onGive={(what, ownerId) => void give(what, ownerId)}
              onEdit={(what, patch) => void edit(what, patch)}
              onFollowUp={() => setChoosing(lead)}
            />
            <History lead={lead} onNote={actions.note} />
          </div>
          <div>
            <Answers
              lead={lead}
              busy={pending !== undefined}
              onPart={(part) =>
                act(
                  `part ${part.reference}`,
                  ({ version }) => actions.part(version, part.id),
                  ({ parts }) => parts.every(({ id }) => id !== part.id),
                )
              }
            />
            {audit}
          </div>
        </div>
      </div>
      <ActionBar
        lead={lead}
        pending={pending}
        onContacted={() =>
          void act(
            'mark it contacted',
            ({ version }) => actions.contacted(version),
            ({ firstContactAt }) => firstContactAt !== null,
            // A lead that is not new stays as it is, and the server's answer does not say so.
            { may: ({ can }) => can.contact },
          )
        }
        onFollowUp={() => setChoosing(lead)}
        onMakeDealership={() =>
          void act(
            'make it a dealership',
            ({ version }) => actions.makeDealership(version),
            ({ dealershipId }) => dealershipId !== null,
          )
        }
        onStatus={(status) => void edit(`mark it ${status}`, { status })}
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
            void edit(what, { followUpAt }, choosing);
          }}
        />
      )}
    </article>
  );
}
