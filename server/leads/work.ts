/** Changes that people make to a lead: its status, its owner, its follow-up, and notes. */
import type { LeadPatch } from '#contract/desk/lead-endpoints.ts';
import { isOpenStatus, type LeadStatus, type leadRefusals } from '#contract/desk/leads.ts';
import type { Role } from '#contract/desk/permissions.ts';
import { cleanAdditionalInfo } from '#contract/free-text.ts';
import { mintId } from '#contract/reference.ts';
import type { AuditLog, NewAuditEntry } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';
import { findPersonById, lockPeopleShared } from '#server/people/service.ts';
import { dueAt } from './due.ts';
import type { EventDetails } from './events.ts';
import { tellLeadChanged } from './lead-changed.ts';
import type { LeadPolicy } from './policy.ts';
import { writeLeadSearch } from './searchable.ts';
import { findEvent, insertEvents, joinedTo, type LeadRow, lockLead, updateLead } from './store-work.ts';

/** Who acts: a person with a role, or a command. */
export type LeadActor = { readonly personId: string } | 'command';

/** Who acts, read in the transaction. `id` and `name` are null for a command. */
export interface Acting {
  readonly id: string | null;
  readonly name: string | null;
  readonly may: (allowed: (role: Role) => boolean) => boolean;
}

/** A lead as somebody saw it. Without a version (a command) it is changed whatever its version is. */
export interface LeadSeen {
  readonly id: string;
  readonly version?: number | undefined;
}

export type LeadRefusal = keyof typeof leadRefusals | 'notAllowed';

/** `changed`: another person or the dealer has changed the lead since, and nothing was written. `id` is the shown lead's. */
export type LeadOutcome =
  | { readonly kind: 'done' | 'changed'; readonly id: string }
  | { readonly kind: 'refused'; readonly why: LeadRefusal };

export interface LeadWorkOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly audit: AuditLog;
  readonly policy: LeadPolicy;
}

export const refused = (why: LeadRefusal): LeadOutcome => ({ kind: 'refused', why });

const yearMs = 365 * 24 * 60 * 60_000;
const longestFollowUpMs = 2 * yearMs;
/** How far in the past a follow-up may be, because the person chose it a moment ago. */
const slackMs = 60_000;

/**
 * Reads in the transaction who acts, so that a role which ended a moment ago allows nothing. Undefined for a person without a role.
 * Until the transaction ends nobody's role changes, neither the actor's nor that of a person who is given the lead.
 */
export async function findActing(trx: Trx, actor: LeadActor): Promise<Acting | undefined> {
  await lockPeopleShared(trx);
  if (actor === 'command') return { id: null, name: null, may: () => true };
  const person = await findPersonById(trx, actor.personId);
  const role = person?.role;
  if (!person || !role || person.removed_at !== null) return undefined;
  return { id: person.id, name: person.name, may: (allowed) => allowed(role) };
}

/** An event of the desk, ready to be written. */
export const eventOf = <Kind extends keyof EventDetails>(
  leadId: string,
  kind: Kind,
  detail: EventDetails[Kind],
  { id: by_id, name: by_name }: Acting,
  at: Iso,
  id = mintId(),
) => ({ id, lead_id: leadId, at, kind, by_id, by_name, detail: JSON.stringify(detail) });

/** The columns of a lead that change with its status. */
export function withStatus(lead: LeadRow, status: LeadStatus, at: Iso) {
  const first_contact_at = status === 'new' ? null : (lead.first_contact_at ?? at);
  const isContact = status !== 'lost' && status !== 'spam';
  return {
    status,
    // A lead that is lost or spam need not have been contacted.
    first_contact_at: isContact ? first_contact_at : lead.first_contact_at,
    closed_at: isOpenStatus(status) ? null : isOpenStatus(lead.status) ? at : (lead.closed_at ?? at),
  };
}

/** When the first form of a lead came. */
export async function firstCameAt(trx: Trx, lead: LeadRow): Promise<Iso> {
  const joined = await joinedTo(trx, lead.id);
  return [lead, ...joined].map(({ created_at }) => created_at).sort()[0] ?? lead.created_at;
}

export function createLeadWork({ storage, audit, policy, now }: LeadWorkOptions) {
  /** Runs a change of a lead, if the actor may make it and the lead still has the version that they saw. */
  const change = (
    actor: LeadActor,
    { id, version }: LeadSeen,
    allowed: (role: Role) => boolean,
    work: (trx: Trx, lead: LeadRow, acting: Acting, at: Iso) => Promise<LeadOutcome>,
    keys: readonly string[] = [],
  ): Promise<LeadOutcome> =>
    storage.transaction(async (trx) => {
      await dialectOf(trx).lock(trx, keys);
      const acting = await findActing(trx, actor);
      if (!acting?.may(allowed)) return refused('notAllowed');
      const lead = await lockLead(trx, id);
      if (!lead) return refused('notFound');
      if (lead.erased_at !== null) return refused('erased');
      if (version !== undefined && version !== lead.version) return { kind: 'changed', id: lead.id };
      return work(trx, lead, acting, now().toISOString());
    });

  async function done(
    trx: Trx,
    id: string,
    { id: by }: Acting,
    entry: Pick<NewAuditEntry, 'action' | 'detail'>,
  ): Promise<LeadOutcome> {
    // Programs are not told of notes.
    if (entry.action === 'lead-noted') await changed(trx, 'leads', id);
    else await tellLeadChanged(trx, id, 'lead.changed', now().toISOString());
    await audit.write(trx, { by, ...entry, about: [{ kind: 'lead', id }] });
    return { kind: 'done', id };
  }

  return {
    /** Marks a new lead as contacted. Changes nothing when the lead is not new. */
    contacted: (actor: LeadActor, seen: LeadSeen): Promise<LeadOutcome> =>
      change(actor, seen, policy.mayContact, async (trx, lead, acting, at) => {
        if (lead.status !== 'new') return { kind: 'done', id: lead.id };
        const values = withStatus(lead, 'contacted', at);
        const due_at = dueAt({ ...lead, ...values });
        await updateLead(trx, lead.id, { ...values, due_at });
        await insertEvents(trx, [eventOf(lead.id, 'status', { from: 'new', to: 'contacted' }, acting, at)]);
        return done(trx, lead.id, acting, { action: 'lead-contacted' });
      }),

    /** Changes status, owner and follow-up. What the patch leaves out stays as it is. */
    edit: (actor: LeadActor, seen: LeadSeen, patch: LeadPatch): Promise<LeadOutcome> =>
      change(actor, seen, policy.mayManage, async (trx, lead, acting, at) => {
        const { status = lead.status, ownerId = lead.owner_id } = patch;
        // Times are compared as texts, so every one is stored in the same form.
        const sent = patch.followUpAt && new Date(patch.followUpAt).toISOString();
        const followUpAt = sent === undefined ? lead.follow_up_at : sent;
        if (followUpAt !== null && followUpAt !== lead.follow_up_at) {
          const ahead = Date.parse(followUpAt) - Date.parse(at);
          if (ahead < -slackMs || ahead > longestFollowUpMs) return refused('badTime');
        }
        const [owner, before] = [
          ownerId === null ? undefined : await findPersonById(trx, ownerId),
          lead.owner_id === null ? undefined : await findPersonById(trx, lead.owner_id),
        ];
        const isOwnerNew = ownerId !== lead.owner_id;
        if (isOwnerNew && ownerId !== null && (!owner || owner.removed_at !== null || !policy.mayOwn(owner.role)))
          return refused('noSuchOwner');
        const events = [];
        const fields: string[] = [];
        if (status !== lead.status) {
          fields.push('status');
          events.push(eventOf(lead.id, 'status', { from: lead.status, to: status }, acting, at));
        }
        if (isOwnerNew) {
          fields.push('owner');
          const names = { from: before?.name ?? null, to: owner?.name ?? null };
          events.push(eventOf(lead.id, 'owner', names, acting, at));
        }
        if (followUpAt !== lead.follow_up_at) {
          fields.push('followUp');
          events.push(eventOf(lead.id, 'follow-up', { to: followUpAt }, acting, at));
        }
        if (events.length === 0) return { kind: 'done', id: lead.id };
        const values = {
          ...(status !== lead.status && withStatus(lead, status, at)),
          owner_id: ownerId,
          follow_up_at: followUpAt,
        };
        const due_at = dueAt({ ...lead, ...values, created_at: await firstCameAt(trx, lead) });
        await updateLead(trx, lead.id, { ...values, due_at });
        await insertEvents(trx, events);
        const detail = { fields, ...(status !== lead.status && { from: lead.status, to: status }) };
        return done(trx, lead.id, acting, { action: 'lead-edited', detail });
      }),

    /**
     * Writes a note, once for each id.
     *
     * @param note its `id` is made by the page or the command that sends it
     */
    note: (
      actor: LeadActor,
      leadId: string,
      note: { readonly id: string; readonly text: string },
    ): Promise<LeadOutcome> => {
      const write = async (trx: Trx, lead: LeadRow, acting: Acting, at: Iso) => {
        const text = cleanAdditionalInfo(note.text);
        if (text === '') return refused('emptyNote');
        const known = await findEvent(trx, note.id);
        if (known) {
          const same = known.kind === 'note' && (JSON.parse(known.detail) as EventDetails['note']).text === text;
          return same && known.by_id === acting.id ? ({ kind: 'done', id: lead.id } as const) : refused('idTaken');
        }
        await insertEvents(trx, [eventOf(lead.id, 'note', { text }, acting, at, note.id)]);
        await writeLeadSearch(trx, lead.id);
        return done(trx, lead.id, acting, { action: 'lead-noted' });
      };
      return change(actor, { id: leadId }, policy.mayNote, write, [`note ${note.id}`]);
    },
  };
}
