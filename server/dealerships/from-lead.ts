/** Reads the dealership that a lead's forms come from. Pure. */
import type { Selectable } from 'kysely';
import type { SheetFieldName } from '#contract/desk/board.ts';
import { mintId } from '#contract/reference.ts';
import type { LeadPart } from '#server/leads/service.ts';
import { isOneAddress } from '#server/mail-address.ts';
import { readPhone, withoutUnseen } from '#server/phone.ts';
import type { DealershipContactTable, DealershipTable } from './tables.ts';
import { zoneOfAddress } from './zone-of-address.ts';

type LeadContact = Omit<Selectable<DealershipContactTable>, 'dealership_id' | 'place'>;

interface DealershipOfLead extends Pick<Selectable<DealershipTable>, 'name' | 'phone' | 'address' | 'website'> {
  /** Null when the address leaves a doubt; somebody then has to ask. */
  readonly zone: string | null;
  readonly contacts: readonly LeadContact[];
}

type Form = Pick<LeadPart, 'kind' | 'answers' | 'consents'>;

const names = {
  inquiry: { phone: 'phone_number', mail: 'email', address: 'dealer_address', website: 'dealership_website' },
  intake: { phone: 'business_phone', mail: 'business_email', address: 'business_address', website: 'business_website' },
} as const;

const textIn = ({ answers }: Form, name: string): string =>
  String(answers[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The store's name: the trading name of an intake, else its legal name. */
const nameIn = (form: Form): string =>
  form.kind === 'intake' ? textIn(form, 'dba') || textIn(form, 'business_name') : textIn(form, 'dealership_name');

/** The contact who filled in a form. An intake asks no person's name: the business's stands until somebody enters one. */
function contactIn(form: Form): LeadContact {
  const isIntake = form.kind === 'intake';
  const mail = textIn(form, names[form.kind].mail);
  const phone = textIn(form, isIntake ? 'personal_phone' : 'phone_number');
  // A number with an extension cannot get texts, and an invalid number reaches nobody.
  const number = readPhone(phone);
  const consent = isIntake && number && !number.ext ? form.consents.find(({ endedAt }) => endedAt === null) : undefined;
  return {
    id: mintId(),
    name: isIntake
      ? textIn(form, 'business_name')
      : `${textIn(form, 'first_name')} ${textIn(form, 'last_name')}`.trim(),
    role: isIntake ? 'Sent the intake' : 'Sent the inquiry',
    phone: number ? withoutUnseen(phone) : null,
    mail: isOneAddress(mail) ? mail : null,
    consent_submission_id: consent?.submissionId ?? null,
    consent_phone: consent ? (number?.number ?? null) : null,
  };
}

const isSamePerson = (one: LeadContact, other: LeadContact): boolean => {
  const mail = one.mail !== null && one.mail.toLowerCase() === other.mail?.toLowerCase();
  const number = readPhone(one.phone ?? '')?.number;
  return mail || (number !== undefined && number === readPhone(other.phone ?? '')?.number);
};

/** The contacts of all forms. A person who sent both an inquiry and an intake is one contact, with the name from the inquiry. */
function contactsIn(forms: readonly Form[]): LeadContact[] {
  const contacts: LeadContact[] = [];
  const byName = forms.toSorted((one, other) => (one.kind === other.kind ? 0 : one.kind === 'inquiry' ? -1 : 1));
  for (const found of byName.map(contactIn)) {
    const index = contacts.findIndex((known) => isSamePerson(known, found));
    const known = contacts[index];
    if (!known) contacts.push(found);
    else if (known.consent_submission_id === null && found.consent_submission_id !== null) {
      const { phone, consent_submission_id, consent_phone } = found;
      contacts[index] = { ...known, mail: known.mail ?? found.mail, phone, consent_submission_id, consent_phone };
    }
  }
  return contacts;
}

/** A lead's forms, the one that counts first: an intake goes before an inquiry, and of one kind the later form. */
export const believedFirst = <One extends Pick<LeadPart, 'kind' | 'createdAt'>>(forms: readonly One[]): One[] =>
  forms.toSorted((one, other) => {
    if (one.kind !== other.kind) return one.kind === 'intake' ? -1 : 1;
    return one.createdAt < other.createdAt ? 1 : -1;
  });

/** Reads a lead's forms. Where they differ, the one that counts first decides. */
export function dealershipOfLead(forms: readonly (Form & Pick<LeadPart, 'createdAt'>)[]): DealershipOfLead {
  const believed = believedFirst(forms);
  const first = (read: (form: Form) => string): string => believed.map(read).find((text) => text !== '') ?? '';
  const own = (what: keyof (typeof names)['intake']) => first((form) => textIn(form, names[form.kind][what]));
  const phone = own('phone');
  return {
    name: first(nameIn),
    phone: readPhone(phone) ? withoutUnseen(phone) : null,
    address: own('address') || null,
    website: own('website') || null,
    zone: zoneOfAddress(own('address')),
    contacts: contactsIn(believed),
  };
}

/** The answers that a store sheet shows beside its own fields: the field that each is about, or null, and the answer's name. */
export const sheetAnswers: Readonly<Record<LeadPart['kind'], readonly (readonly [SheetFieldName | null, string])[]>> = {
  intake: [
    ['dms', 'current_dms'],
    [null, 'dealer_type'],
    [null, 'inventory_type'],
    [null, 'units_sold_per_month'],
    [null, 'average_sales'],
    [null, 'flooring_line'],
    [null, 'current_lenders'],
    [null, 'business_address'],
  ],
  inquiry: [
    ['dms', 'dms_provider'],
    [null, 'dealer_type'],
    [null, 'crm_provider'],
    [null, 'units_sold_per_month'],
    [null, 'dealer_address'],
  ],
};
