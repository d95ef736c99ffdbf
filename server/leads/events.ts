/** Makes one history of a lead from the desk's events, the dealer's submissions and the mails about them. Pure. */
import type { Selectable } from 'kysely';
import type { LeadEvent } from '#contract/desk/lead-schemas.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { MessageOfSubject } from '#server/outbox/service.ts';
import { wordAnswer } from './messages/wording.ts';
import type { SubmissionRow } from './store-desk.ts';
import type { LeadRow } from './store-work.ts';
import { answersOf } from './stored-json.ts';
import type { LeadEventTable } from './tables.ts';

/** The detail of each kind of event that the desk writes. */
export interface EventDetails {
  readonly status: { readonly from: LeadRow['status']; readonly to: LeadRow['status'] };
  readonly owner: { readonly from: string | null; readonly to: string | null };
  readonly 'follow-up': { readonly to: string | null };
  readonly note: { readonly text: string };
  readonly joined: { readonly form: LeadKind; readonly reference: string };
  readonly parted: { readonly form: LeadKind; readonly reference: string };
  readonly dealership: { readonly dealershipId: string; readonly name: string };
}

const presentOwn = ({ id, at, kind, by_name, detail }: Selectable<LeadEventTable>): LeadEvent =>
  ({ key: id, at, by: by_name, kind, ...(JSON.parse(detail) as EventDetails[typeof kind]) }) as LeadEvent;

/** The answers that differ between two submissions of a form, as text. */
function changedAnswers({ fields }: Pick<LeadForm, 'fields'>, before: Answers, after: Answers) {
  return fields.flatMap((field) => {
    const [from, to] = [wordAnswer(field, before), wordAnswer(field, after)];
    return from === to ? [] : [{ field: field.name, from, to }];
  });
}

const abouts = {
  'lead-operator': 'received',
  'lead-amended': 'amended',
  'lead-confirmation': 'confirmation',
} as const;

interface EventSources {
  /** The forms of the lead. */
  readonly parts: readonly LeadRow[];
  readonly submissions: readonly SubmissionRow[];
  readonly messages: readonly MessageOfSubject[];
  readonly own: readonly Selectable<LeadEventTable>[];
}

/** The history, the newest first. */
export function historyOf(forms: Record<LeadKind, LeadForm>, sources: EventSources): LeadEvent[] {
  const { parts, submissions, messages, own } = sources;
  const byId = new Map(parts.map((part) => [part.id, part]));
  const received = parts.map(
    ({ id, kind, reference, created_at: at }): LeadEvent => ({
      key: `received ${id}`,
      at,
      by: null,
      kind: 'received',
      form: kind,
      reference,
    }),
  );
  const replaced = new Map(submissions.flatMap((one) => (one.superseded_at ? [] : [[one.replaced_by, one] as const])));
  const amended = submissions.flatMap((after): LeadEvent[] => {
    const before = replaced.get(after.id);
    const part = byId.get(after.lead_id);
    if (!before || !part || after.superseded_at !== null) return [];
    const answers = [before, after].map(answersOf);
    const changes = changedAnswers(forms[part.kind], answers[0] ?? {}, answers[1] ?? {});
    const { kind: form, reference } = part;
    return [{ key: after.id, at: after.created_at, by: null, kind: 'amended', form, reference, changes }];
  });
  const sent = messages.flatMap((message): LeadEvent[] => {
    const about = abouts[message.kind as keyof typeof abouts];
    if (about === undefined) return [];
    const { id, channel, recipient, state, created_at: at, sent_at: sentAt } = message;
    return [{ key: id, at, by: null, kind: 'message', about, channel, recipient, state, sentAt }];
  });
  const all = [...received, ...amended, ...sent, ...own.map(presentOwn)];
  return all.sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
}
