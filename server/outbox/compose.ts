import { brand } from '#brand/brand.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Storage } from '#server/database/open.ts';
import { readConsents } from '#server/leads/service.ts';
import type { createAlertComposer } from './compose-alert.ts';
import type { createRequestComposer, RequestMessage } from './compose-request.ts';
import type { Mail } from './mail/transport.ts';
import type { LeadMessageKind, MessageKind } from './tables.ts';
import { leadConfirmation } from './templates/lead-confirmation.ts';
import { leadAmended, leadOperator } from './templates/lead-operator.ts';
import type { LeadLetter, Letter } from './templates/letter.ts';

const templates: Record<LeadMessageKind, (letter: LeadLetter) => Letter> = {
  'lead-operator': leadOperator,
  'lead-amended': leadAmended,
  'lead-confirmation': leadConfirmation,
};

const isAboutLead = (kind: MessageKind): kind is LeadMessageKind => kind in templates;

export interface ComposeOptions {
  readonly storage: Storage;
  readonly forms: Record<LeadKind, LeadForm>;
  /** The operator's address; empty while there is no mail server, and then nothing can be sent either. */
  readonly operator: string;
  readonly aboutRequests: Pick<ReturnType<typeof createRequestComposer>, 'mail'>;
  readonly aboutAlerts: Pick<ReturnType<typeof createAlertComposer>, 'mail'>;
}

type LeadMessage = RequestMessage;

/** Writes mails from rows. A mail is written when it is sent, so a template that was mended mends what waits. */
export function createComposer({ storage, forms, operator, aboutRequests, aboutAlerts }: ComposeOptions) {
  const { db } = storage;

  /** The answers that a submission replaced. One that was out of date when it came never held. */
  async function answersBefore(leadId: string, submissionId: string): Promise<Answers | undefined> {
    const row = await db
      .selectFrom('submissions')
      .select('answers')
      .where('lead_id', '=', leadId)
      .where('replaced_by', '=', submissionId)
      .where('superseded_at', 'is', null)
      .executeTakeFirst();
    return row && (JSON.parse(row.answers) as Answers);
  }

  async function composeLead(message: LeadMessage, kind: LeadMessageKind, submissionId: string): Promise<Mail> {
    const row = await db
      .selectFrom('submissions')
      .innerJoin('leads', 'leads.id', 'submissions.lead_id')
      .where('submissions.id', '=', submissionId)
      .select([
        'leads.id as leadId',
        'leads.kind',
        'leads.reference',
        'leads.flags',
        'submissions.answers',
        'submissions.created_at',
        'submissions.submitted_date',
      ])
      .executeTakeFirstOrThrow();
    const form = forms[row.kind];
    const answers = JSON.parse(row.answers) as Answers;
    const amended = kind === 'lead-amended';
    const consent = (await readConsents(db, row.leadId)).find((given) => given.submissionId === submissionId);
    const letter = templates[kind]({
      brand,
      form,
      reference: row.reference,
      answers,
      before: amended ? await answersBefore(row.leadId, submissionId) : undefined,
      flags: JSON.parse(row.flags) as string[],
      smsConsent: consent && { ...consent, ended: consent.endedAt !== null },
      receivedAt: row.created_at,
      submittedDate: row.submitted_date,
      timeZone: brand.timeZone,
    });
    const toOperator = kind !== 'lead-confirmation';
    return {
      ...letter,
      id: message.id,
      to: message.recipient || operator,
      replyTo: toOperator ? String(answers[form.emailField]) : undefined,
      autoSubmitted: !toOperator,
    };
  }

  return function compose(message: LeadMessage): Promise<Mail> {
    const { kind, subject_id: submissionId } = message;
    if (kind === 'alert') return aboutAlerts.mail(message);
    if (!isAboutLead(kind)) return aboutRequests.mail(message);
    return composeLead(message, kind, submissionId);
  };
}
