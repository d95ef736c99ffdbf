/**
 * Joins forms of the same people to one lead, and parts them again. A joined form keeps its own status, owner and times unused in its
 * row, and has them again when it is parted. The lead that it was joined to keeps what it took over from the form.
 */
import type { AuditAction } from '#contract/desk/audit.ts';
import { isOpenStatus } from '#contract/desk/leads.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { findPersonById } from '#server/people/service.ts';
import { idsOf } from '#server/rows.ts';
import { earliest } from '#server/times.ts';
import type { FreesLead } from './dealership.ts';
import { dueAt } from './due.ts';
import { tellLeadChanged } from './lead-changed.ts';
import { writeLeadSearches } from './searchable.ts';
import {
  areApart,
  deleteApart,
  findRow,
  insertApart,
  insertEvents,
  joinedTo,
  type LeadRow,
  lockWholeForm,
  lockWholeForms,
  updateLead,
  versionsAnew,
} from './store-work.ts';
import {
  type Acting,
  eventOf,
  findActing,
  firstCameAt,
  type LeadActor,
  type LeadOutcome,
  type LeadSeen,
  type LeadWorkOptions,
  refused,
  withStatus,
} from './work.ts';

/** The key that every join and part locks first, so that no two of them lock the same leads in two orders. */
export const joining = 'leads joined';

/** The id of the lead that a form is shown under; undefined when there is no such form. */
async function shownId(trx: Trx, id: string): Promise<string | undefined> {
  const form = await findRow(trx, id);
  return form && (form.joined_into_id ?? form.id);
}

/**
 * The columns that the kept lead takes over from the one that is joined to it. Owner, dealership and hold are taken only when the kept
 * lead has none, and the status only when it is `new`.
 *
 * @param isFree whether the kept lead's dealership was removed, so that one of the other lead comes before it
 */
function takenOver(kept: LeadRow, other: LeadRow, isFree: boolean, at: Iso) {
  const isFurther = kept.status === 'new' && other.status !== 'lost' && other.status !== 'spam';
  const status = isFurther ? other.status : kept.status;
  return {
    ...(status !== kept.status && withStatus(kept, status, at)),
    owner_id: kept.owner_id ?? other.owner_id,
    dealership_id: (isFree ? null : kept.dealership_id) ?? other.dealership_id ?? kept.dealership_id,
    // A form under a hold stays kept, whichever lead it is shown under.
    hold_id: kept.hold_id ?? other.hold_id,
    first_contact_at: earliest(kept.first_contact_at, other.first_contact_at),
    follow_up_at: isOpenStatus(other.status) ? earliest(kept.follow_up_at, other.follow_up_at) : kept.follow_up_at,
  };
}

export interface LeadJoiningOptions extends LeadWorkOptions {
  readonly freesLead: FreesLead;
}

export function createLeadJoining({ storage, audit, policy, freesLead, now }: LeadJoiningOptions) {
  const change = (
    actor: LeadActor,
    work: (trx: Trx, acting: Acting, at: Iso) => Promise<LeadOutcome>,
  ): Promise<LeadOutcome> =>
    storage.transaction(async (trx) => {
      const acting = await findActing(trx, actor);
      if (!acting?.may(policy.mayManage)) return refused('notAllowed');
      await dialectOf(trx).lock(trx, [joining]);
      return work(trx, acting, now().toISOString());
    });

  const isOld = (lead: LeadRow, version: number | undefined) => version !== undefined && version !== lead.version;

  /**
   * Writes whether two leads that are not joined to each other are of the same people. A press that comes late, after another one of either
   * kind on the same lead, changes nothing; it is done when what stands is what it wants.
   *
   * @param wanted how many of the pairs of their forms are to be stored as apart
   */
  const betweenTwo = (
    actor: LeadActor,
    seen: LeadSeen,
    otherId: string,
    action: AuditAction,
    wanted: 'all' | 'none',
  ): Promise<LeadOutcome> =>
    change(actor, async (trx, acting, at) => {
      const [id, other] = [await shownId(trx, seen.id), await shownId(trx, otherId)];
      if (id === undefined || other === undefined) return refused('notFound');
      if (id === other) return refused('sameLead');
      const lead = await lockWholeForm(trx, id);
      const theOther = await findRow(trx, other);
      if (!lead || !theOther) return refused('notFound');
      if (lead.erased_at !== null || theOther.erased_at !== null) return refused('erased');
      const formsOf = async (shown: string) => [shown, ...idsOf(await joinedTo(trx, shown))];
      const pair = [await formsOf(id), await formsOf(other)] as const;
      if ((await areApart(trx, ...pair)) === wanted) return { kind: 'done', id };
      if (isOld(lead, seen.version)) return { kind: 'changed', id };
      if (wanted === 'none') await deleteApart(trx, ...pair);
      else await insertApart(trx, ...pair, { at, by_id: acting.id });
      await updateLead(trx, id, {});
      for (const each of [id, other]) await changed(trx, 'leads', each);
      const about = [id, other].map((each) => ({ kind: 'lead' as const, id: each }));
      await audit.write(trx, { by: acting.id, action, about });
      return { kind: 'done', id };
    });

  return {
    /** Makes `other` and what is joined to it a part of the lead `seen`. A press is done as well when that is so already. */
    join: (actor: LeadActor, seen: LeadSeen, other: LeadSeen): Promise<LeadOutcome> =>
      change(actor, async (trx, acting, at) => {
        const ids = [await shownId(trx, seen.id), await shownId(trx, other.id)] as const;
        if (ids[0] === undefined || ids[1] === undefined) return refused('notFound');
        if (ids[0] === ids[1]) {
          // Joined so already: by an earlier press whose answer was lost, or by somebody else. A command is told so.
          const isPart = seen.version !== undefined && ids[0] === seen.id && other.id !== seen.id;
          return isPart ? { kind: 'done', id: seen.id } : refused('sameLead');
        }
        const forms = await lockWholeForms(trx, idsOf(await joinedTo(trx, ids[1])));
        const both = await lockWholeForms(trx, [ids[0], ids[1]]);
        const [kept, joined] = ids.map((id) => both.find((lead) => lead.id === id));
        if (!joined || !kept) return refused('notFound');
        if (joined.erased_at !== null || kept.erased_at !== null) return refused('erased');
        if (isOld(kept, seen.version) || isOld(joined, other.version)) return { kind: 'changed', id: kept.id };
        for (const { id } of [...forms, joined]) await updateLead(trx, id, { joined_into_id: kept.id, joined_at: at });
        // A dealership that came with a form which was joined to it belongs to that form, and moves with the form.
        const isOfForm = forms.some((form) => form.erased_at === null && form.dealership_id === joined.dealership_id);
        if (joined.dealership_id !== null && isOfForm) await updateLead(trx, joined.id, { dealership_id: null });
        const isFree =
          kept.dealership_id !== null && kept.hold_id === null && (await freesLead(trx, kept.dealership_id));
        const values = takenOver(kept, joined, isFree, at);
        const due_at = dueAt({ ...kept, ...values, created_at: await firstCameAt(trx, kept) });
        await updateLead(trx, kept.id, { ...values, due_at });
        await versionsAnew(trx, [kept.id, joined.id, ...idsOf(forms)]);
        const what = { form: joined.kind, reference: joined.reference };
        const events = [eventOf(kept.id, 'joined', what, acting, at)];
        const own = [];
        if (values.owner_id !== kept.owner_id) {
          const owner = values.owner_id === null ? undefined : await findPersonById(trx, values.owner_id);
          own.push(eventOf(kept.id, 'owner', { from: null, to: owner?.name ?? null }, acting, at));
        }
        const status = values.status ?? kept.status;
        if (status !== kept.status) {
          own.push(eventOf(kept.id, 'status', { from: kept.status, to: status }, acting, at));
        }
        await insertEvents(trx, [...events, ...own]);
        // The forms that moved on leave the text of the lead that they were joined to before.
        await writeLeadSearches(trx, [kept.id, joined.id]);
        for (const id of [kept.id, joined.id, ...idsOf(forms)]) {
          await tellLeadChanged(trx, id, 'lead.changed', at);
        }
        const about = [kept, joined].map(({ id }) => ({ kind: 'lead' as const, id }));
        await audit.write(trx, { by: acting.id, action: 'leads-joined', about });
        return { kind: 'done', id: kept.id };
      }),

    /**
     * Stores that two leads are not of the same people, so that their forms are not suggested to each other any more. A form that is
     * joined to one of them later may still be suggested.
     */
    tellApart: (actor: LeadActor, seen: LeadSeen, otherId: string): Promise<LeadOutcome> =>
      betweenTwo(actor, seen, otherId, 'leads-told-apart', 'all'),

    /** Takes back what `tellApart` stored, so that their forms may be suggested to each other again. */
    suggestAgain: (actor: LeadActor, seen: LeadSeen, otherId: string): Promise<LeadOutcome> =>
      betweenTwo(actor, seen, otherId, 'leads-suggested-again', 'none'),

    /** Makes a joined form a lead of its own again, with the status, owner and times that it had when it was joined. */
    part: (actor: LeadActor, seen: LeadSeen, partId: string): Promise<LeadOutcome> =>
      change(actor, async (trx, acting, at) => {
        const leadId = await shownId(trx, seen.id);
        if (leadId === undefined) return refused('notFound');
        // A form that is not joined to the lead is refused below. Neither is locked then, as others may lock two such in any order.
        const isJoined = (await findRow(trx, partId))?.joined_into_id === leadId;
        const read = isJoined ? lockWholeForm : findRow;
        const [form, lead] = [await read(trx, partId), await read(trx, leadId)];
        if (!lead || !form) return refused('notFound');
        if (lead.erased_at !== null || form.erased_at !== null) return refused('erased');
        if (isOld(lead, seen.version)) return { kind: 'changed', id: lead.id };
        if (form.joined_into_id !== lead.id) return refused('notJoined');
        await updateLead(trx, form.id, {
          joined_into_id: null,
          joined_at: null,
          hold_id: form.hold_id ?? lead.hold_id,
        });
        // A dealership is made of one lead. If the lead and the form both name it, the lead has it from the form, and gives it back.
        const others = await joinedTo(trx, lead.id);
        const isOfForm =
          lead.dealership_id !== null &&
          lead.dealership_id === form.dealership_id &&
          !others.some((other) => other.erased_at === null && other.dealership_id === lead.dealership_id);
        await updateLead(trx, lead.id, {
          due_at: dueAt({ ...lead, created_at: await firstCameAt(trx, lead) }),
          ...(isOfForm && { dealership_id: null }),
        });
        await versionsAnew(trx, [lead.id, form.id]);
        const what = (one: LeadRow) => ({ form: one.kind, reference: one.reference });
        await insertEvents(trx, [
          eventOf(lead.id, 'parted', what(form), acting, at),
          eventOf(form.id, 'parted', what(lead), acting, at),
        ]);
        await writeLeadSearches(trx, [lead.id, form.id]);
        for (const { id } of [lead, form]) {
          await tellLeadChanged(trx, id, 'lead.changed', at);
        }
        const about = [lead, form].map(({ id }) => ({ kind: 'lead' as const, id }));
        await audit.write(trx, { by: acting.id, action: 'leads-parted', about });
        return { kind: 'done', id: lead.id };
      }),
  };
}
