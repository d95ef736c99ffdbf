import { useRef, useState } from 'react';
import type { LeadPatch } from '#contract/desk/lead-endpoints.ts';
import type { DismissedLead, LeadForm, LeadRecord, SimilarLead } from '#contract/desk/lead-schemas.ts';
import { leadAddress } from '../app/paths.ts';
import { useTellFailure } from '../lib/left-press.ts';
import type { LeadActions, Sent } from './leads.ts';

/** One press on a lead. */
interface Press {
  /** What it does, to be read after `You wanted to`. */
  readonly what: string;
  /** Sends it with the version of the lead that the person saw. */
  readonly send: (seen: LeadRecord) => ReturnType<LeadActions['makeDealership']>;
  /** Whether the lead already shows what the press does: its answer was lost, or somebody else was first. */
  readonly isDone: (now: LeadRecord) => boolean;
  /** The lead that it joins to this one. */
  readonly joins?: SimilarLead;
  /** Whether it can still do something. When left out, the server says why not. */
  readonly may?: (now: LeadRecord) => boolean;
}

/** Why the last press failed. */
interface Failed {
  readonly text: string;
  /** Sends the same press again. Only present when the server did not answer. */
  readonly again?: () => void;
}

/** Whether a lead already has every value of a patch. */
const isAlready = (lead: LeadRecord, { status, ownerId, followUpAt }: LeadPatch): boolean =>
  (status === undefined || status === lead.status) &&
  (ownerId === undefined || ownerId === lead.ownerId) &&
  (followUpAt === undefined || followUpAt === lead.followUpAt);

/** Joins the other lead in the version that is shown at this try: it may have been edited since the last try. */
async function joinAsShown(actions: LeadActions, { id, reference }: SimilarLead, seen: LeadRecord): Promise<Sent> {
  const other = seen.similarLeads.find((one) => one.id === id);
  if (other) return actions.join(seen.version, other);
  return {
    kind: 'refused',
    text: `${reference} is not suggested here any more: it was joined, separated or marked as different by then.`,
  };
}

/** The newest version of the lead that a press was to join, when that lead changed; otherwise undefined. */
export const otherThatChanged = (
  before: LeadRecord,
  joins: SimilarLead | undefined,
  lead: LeadRecord,
): SimilarLead | undefined => {
  const now = joins && lead.similarLeads.find(({ id }) => id === joins.id);
  const then = joins && before.similarLeads.find(({ id }) => id === joins.id);
  return now && now.version !== then?.version ? now : undefined;
};

/** The presses on a lead: whether one is being sent, why the last one failed, and what the person has to decide. */
export function usePresses(lead: LeadRecord, actions: LeadActions) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed & Pick<Press, 'isDone'> & { readonly count: number }>();
  /** A press that was not stored, because the lead had changed since the person read it (`before`). */
  const [undecided, setUndecided] = useState<{ readonly press: Press; readonly before: LeadRecord }>();
  /** The owner who was chosen last, until that is answered. */
  const [owner, setOwner] = useState<Pick<LeadRecord, 'ownerId'>>();
  const newestOwner = useRef(owner);
  /** The press that was made last. Resolves to the lead as it stands then; to undefined when the press was not stored. */
  const lastPress = useRef<Promise<LeadRecord | undefined>>(undefined);

  const tell = useTellFailure();
  const place = { about: lead.name || lead.reference, path: leadAddress(lead.id) };
  const say = (fault: Failed | undefined, isDone: Press['isDone'] = () => false) =>
    tell(place, fault?.text, () =>
      setFailed((before) => fault && { ...fault, isDone, count: (before?.count ?? 0) + 1 }),
    );

  const act = (press: Press, seen = lead) => {
    lastPress.current = send(press, seen);
    return lastPress.current;
  };

  /** Sends a press; when the lead has changed meanwhile, the person reads what changed and decides. */
  async function send(press: Press, seen: LeadRecord): Promise<LeadRecord | undefined> {
    const { what, isDone } = press;
    setBusy(true);
    const sent = await press.send(seen);
    setBusy(false);
    setUndecided(undefined);
    if (sent.kind === 'late' && !isDone(sent.record)) {
      tell(place, `Somebody changed it meanwhile. You wanted to ${what}.`, () => {
        say(undefined);
        setUndecided({ press, before: seen });
      });
    } else if (sent.kind === 'refused') say(sent, isDone);
    else if (sent.kind === 'unreachable') {
      const text = `No answer from the server. You wanted to ${what}.`;
      say({ text, again: () => void act(press, seen) }, isDone);
    } else {
      say(undefined);
      return sent.kind === 'made' ? undefined : sent.record;
    }
    return undefined;
  }

  const edit = (what: string, patch: LeadPatch, seen = lead) =>
    act({ what, send: ({ version }) => actions.edit(version, patch), isDone: (now) => isAlready(now, patch) }, seen);

  /** Gives the lead to the owner who is chosen, after a press that is being sent. Of several choices meanwhile the last counts. */
  async function give(what: string, ownerId: string | null): Promise<void> {
    const chosen = { ownerId };
    newestOwner.current = chosen;
    setOwner(chosen);
    const seen = busy ? await lastPress.current : lead;
    if (newestOwner.current !== chosen) return;
    if (seen) await edit(what, chosen, seen);
    else {
      const text = `Because of that, the owner was not changed. You wanted to ${what}.`;
      tell(place, text, () =>
        setFailed((before) => ({
          ...before,
          text: before ? `${before.text} ${text}` : text,
          count: (before?.count ?? 0) + 1,
          isDone: () => false,
        })),
      );
    }
    if (newestOwner.current === chosen) setOwner(undefined);
  }

  return {
    /** Whether a press is being sent. */
    busy,
    failed: failed?.isDone(lead) ? undefined : failed,
    undecided,
    /** The owner, also one who is chosen and not stored yet. */
    ownerId: (owner ?? lead).ownerId,
    /** Sends the undecided press again, with the newest version of the lead. */
    doAnyway: () => undecided && void act(undecided.press),
    leave: () => setUndecided(undefined),
    edit,
    give,
    join: (other: SimilarLead) =>
      act({
        what: `join ${other.reference}`,
        send: (seen) => joinAsShown(actions, other, seen),
        isDone: ({ parts }) => parts.some(({ id }) => id === other.id),
        joins: other,
      }),
    tellApart: ({ id, reference }: SimilarLead) =>
      act({
        what: `leave ${reference} apart for good`,
        send: ({ version }) => actions.tellApart(version, id),
        isDone: ({ dismissedLeads }) => dismissedLeads.some((other) => other.id === id),
      }),
    suggestAgain: ({ id, reference }: DismissedLead) =>
      act({
        what: `have ${reference} suggested again`,
        send: ({ version }) => actions.suggestAgain(version, id),
        isDone: ({ similarLeads }) => similarLeads.some((other) => other.id === id),
      }),
    part: ({ id, reference }: LeadForm) =>
      act({
        what: `part ${reference}`,
        send: ({ version }) => actions.part(version, id),
        isDone: ({ parts }) => parts.every((part) => part.id !== id),
      }),
    contacted: () =>
      act({
        what: 'mark it contacted',
        send: ({ version }) => actions.contacted(version),
        isDone: ({ firstContactAt }) => firstContactAt !== null,
        // A lead that is not new stays as it is, and the server's answer does not say so.
        may: ({ can }) => can.contact,
      }),
    makeDealership: () =>
      act({
        what: 'make it a dealership',
        send: ({ version }) => actions.makeDealership(version),
        isDone: ({ dealershipId }) => dealershipId !== null,
      }),
  };
}
