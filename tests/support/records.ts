/** Records of a certain age, written directly into the database, for tests of retention. */
import type { Kysely } from 'kysely';
import { mintId, referenceOf } from '#contract/reference.ts';
import type { Tables } from '#server/database/tables.ts';

const dayMs = 24 * 60 * 60_000;

interface Age {
  /** How many days before the clock's time the record was made or ended. */
  readonly days: number;
}

interface LeadFacts {
  readonly note?: string;
  readonly notedDaysAgo?: number;
  readonly mail?: string;
  readonly dealershipId?: string;
  readonly joinedIntoId?: string;
  readonly closed?: boolean;
}

export function recordsOf(db: Kysely<Tables>, clock: { readonly at: Date }) {
  const ago = (days: number) => new Date(clock.at.getTime() - days * dayMs).toISOString();

  /** A lead with a submission, a key, a note, its search text and one mail. */
  async function addLead({ days }: Age, facts: LeadFacts = {}): Promise<string> {
    const id = mintId();
    const at = ago(days);
    const { mail = `${id}@dealer.example`, note = 'a note', notedDaysAgo = days, dealershipId, joinedIntoId } = facts;
    const answers = JSON.stringify({ dealership_name: `Store ${id}`, email: mail });
    await db
      .insertInto('leads')
      .values({
        id,
        kind: 'inquiry',
        reference: referenceOf(id),
        answers,
        flags: '[]',
        created_at: at,
        due_at: at,
        keyed_at: at,
        dealership_id: dealershipId ?? null,
        joined_into_id: joinedIntoId ?? null,
        ...(dealershipId !== undefined && { status: 'won' as const, closed_at: at }),
        ...(facts.closed && { status: 'lost' as const, closed_at: at }),
      })
      .execute();
    await db
      .insertInto('submissions')
      .values({ id, lead_id: id, kind: 'inquiry', fingerprint: id, answers, submitted_date: at, created_at: at })
      .execute();
    await db.insertInto('lead_keys').values({ lead_id: id, kind: 'mail', value: mail }).execute();
    const detail = JSON.stringify({ text: note });
    await db
      .insertInto('lead_events')
      .values({ id: mintId(), lead_id: id, at: ago(notedDaysAgo), kind: 'note', detail })
      .execute();
    await db
      .insertInto('search_texts')
      .values({ kind: 'lead', id, text: `${mail} ${note}` })
      .execute();
    await addMessage({ days }, id, mail);
    return id;
  }

  async function addMessage({ days }: Age, subjectId: string, recipient = 'somebody@dealer.example') {
    const id = mintId();
    const at = ago(days);
    await db
      .insertInto('messages')
      .values({
        id,
        kind: 'lead-confirmation',
        channel: 'mail',
        subject_id: subjectId,
        recipient,
        counts_for: recipient,
        state: 'sent',
        created_at: at,
        due_at: at,
        sent_at: at,
        last_error: `550 <${recipient}>`,
      })
      .execute();
    await db
      .insertInto('message_events')
      .values({ message_id: id, at, kind: 'sent', attempt: 1, said: `250 <${recipient}>` })
      .execute();
    return id;
  }

  async function addDealership({ closedDaysAgo }: { readonly closedDaysAgo: number | null }, name = 'Marked Motors') {
    const id = mintId();
    await db
      .insertInto('dealerships')
      .values({
        id,
        name,
        name_key: name.toLowerCase(),
        phone: '(207) 555-0100',
        address: '1 Marked Road',
        created_at: ago((closedDaysAgo ?? 0) + 400),
        closed_at: closedDaysAgo === null ? null : ago(closedDaysAgo),
      })
      .execute();
    await db
      .insertInto('dealership_contacts')
      .values({
        id: mintId(),
        dealership_id: id,
        place: 0,
        name: 'Ana Marked',
        role: 'Owner',
        mail: 'ana@marked.example',
      })
      .execute();
    await db.insertInto('search_texts').values({ kind: 'dealership', id, text: name }).execute();
    return id;
  }

  let code: string | undefined;

  async function codeId(): Promise<string> {
    if (code !== undefined) return code;
    code = mintId();
    const { number } = await db
      .selectFrom('access_codes')
      .select(({ fn }) => fn.max('number').as('number'))
      .executeTakeFirstOrThrow();
    await db
      .insertInto('access_codes')
      .values({ id: code, number: Number(number ?? 0) + 1, hash: code, created_at: ago(0) })
      .execute();
    return code;
  }

  /** A request that ended some days ago, with every field that holds personal data. */
  async function addRequest({ days }: Age, dealershipId?: string): Promise<string> {
    const id = mintId();
    const at = ago(days);
    const dealership_id = dealershipId ?? (await addDealership({ closedDaysAgo: null }));
    await db
      .insertInto('agent_requests')
      .values({
        id,
        version: 0,
        reference: referenceOf(id),
        code_id: await codeId(),
        dealership_id,
        dealership_name: 'Marked Motors',
        dealer_phone: '(207) 555-0100',
        request_type: 'active_deal',
        additional_info: 'a note',
        callback_name: 'Ana',
        fingerprint: id,
        sms_status: 'sent' as never,
        anydesk: '123456789',
        created_at: at,
        expires_at: at,
        ended_at: at,
        outcome: 'done',
        closing_note: 'went well',
        accepted_by: 'Marlow Finch',
      })
      .execute();
    await db
      .insertInto('request_events')
      .values({ request_id: id, kind: 'done', at, detail: 'Marlow Finch' })
      .execute();
    return id;
  }

  async function addCall({ days }: Age, personId: string, dealershipId: string): Promise<string> {
    const id = mintId();
    await db
      .insertInto('calls')
      .values({
        id,
        reference: referenceOf(id),
        dealership_id: dealershipId,
        dealership_name: 'Marked Motors',
        request_type: 'custom_request',
        note: 'a marked note',
        disposition: 'test',
        person_id: personId,
        logged_by: 'Marlow Finch',
        created_at: ago(days),
      })
      .execute();
    return id;
  }

  return { ago, addLead, addMessage, addDealership, addRequest, addCall };
}
