/** The messages about leads: to the operator when one comes or its answers change, and to the dealer who sent it. */
import { brand } from '#brand/brand.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { type Config, operatorAddresses } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { MailContent } from '#server/outbox/mail/letter.ts';
import { defineMessage, type MessageDefinition, type MessageSubject } from '#server/outbox/message-kind.ts';
import type { Message } from '#server/outbox/service.ts';
import { hourMs } from '#server/times.ts';
import { readConsents } from './consent.ts';
import { leadConfirmation } from './messages/confirmation.ts';
import type { LeadLetter } from './messages/letter.ts';
import { leadAmended, leadOperator } from './messages/operator.ts';
import { answersReplacedBy, findSubmissionWithLead, leadsOfSubmissions } from './store.ts';
import { answersOf, flagsOf } from './stored-json.ts';

declare module '#server/outbox/tables.ts' {
  interface MessageKinds {
    'lead-operator': true;
    'lead-amended': true;
    'lead-confirmation': true;
  }
}

interface LeadMessagesOptions {
  readonly storage: Pick<Storage, 'db'>;
  readonly forms: Record<LeadKind, LeadForm>;
  /** Absent where no mail is sent. */
  readonly smtp: Config['smtp'];
}

/** The kinds of messages about leads. Their subject is the submission whose answers they carry. */
export function leadMessages({ storage, forms, smtp }: LeadMessagesOptions): MessageDefinition[] {
  const { db } = storage;
  async function about(submissionIds: readonly string[]): Promise<Map<string, MessageSubject>> {
    const found = await leadsOfSubmissions(db, submissionIds);
    return new Map([...found].map(([key, { id, reference }]) => [key, { kind: 'lead', id, label: reference }]));
  }

  async function letterOf(submissionId: string): Promise<LeadLetter> {
    const row = await findSubmissionWithLead(db, submissionId);
    const before = await answersReplacedBy(db, row.leadId, submissionId);
    const consent = (await readConsents(db, row.leadId)).find((given) => given.submissionId === submissionId);
    return {
      form: forms[row.kind],
      reference: row.reference,
      answers: answersOf(row),
      before: before === undefined ? undefined : answersOf({ answers: before }),
      flags: flagsOf(row),
      smsConsent: consent && { ...consent, ended: consent.endedAt !== null },
      receivedAt: row.created_at,
      submittedDate: row.submitted_date,
      timeZone: brand.timeZone,
    };
  }

  /** Leads are for the operator's addresses of now. The first of them has an empty recipient. */
  const whyOver = async ({ recipient }: Message): Promise<string | undefined> =>
    smtp && !['', ...operatorAddresses({ smtp })].includes(recipient)
      ? 'Its address was taken out of MAIL_TO.'
      : undefined;

  /** A mail to the operator. A reply to it goes to the dealer. */
  const toOperator = (letter: LeadLetter, written: Omit<MailContent, 'autoSubmitted'>): MailContent => ({
    ...written,
    replyTo: String(letter.answers[letter.form.emailField]),
    autoSubmitted: false,
  });

  return [
    defineMessage({
      kind: 'lead-operator',
      about,
      whyOver,
      async mail({ subject_id }) {
        const letter = { ...(await letterOf(subject_id)), before: undefined };
        return toOperator(letter, leadOperator(letter));
      },
    }),
    defineMessage({
      kind: 'lead-amended',
      about,
      whyOver,
      async mail({ subject_id }) {
        const letter = await letterOf(subject_id);
        return toOperator(letter, leadAmended(letter));
      },
    }),
    defineMessage({
      kind: 'lead-confirmation',
      about,
      // A confirmation that comes after so long would surprise the dealer.
      decideAfter: {
        ms: 72 * hourMs,
        reason: 'It waited for more than 72 hours: decide whether the dealer should still get it.',
      },
      mail: async ({ subject_id }) => ({ ...leadConfirmation(await letterOf(subject_id)), autoSubmitted: true }),
    }),
  ];
}
