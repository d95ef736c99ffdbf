import { useRef } from 'react';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { dealershipLimits } from '#contract/desk/dealerships.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { TextInput } from '../ui/fields.tsx';
import { type Fault, SendForm, textOf } from '../ui/SendForm.tsx';
import { addByHand, type Sent } from './dealerships.ts';
import { ZoneInput } from './ZoneInput.tsx';

/** The control that each refusal about a record's fields is about. */
export const recordFaults: Readonly<Record<string, string>> = {
  badName: 'name',
  badPhone: 'phone',
  badZone: 'zone',
  badAgreement: 'agreementDate',
  badHours: 'opens-0',
};

/** A refused press as a form's fault. `fields` gives, by a refusal's name, the control that it is about. */
export function faultOfSent(
  { name = '', text }: Extract<Sent, { readonly kind: 'refused' }>,
  fields: Readonly<Record<string, string>>,
): Fault {
  const field = fields[name];
  return field ? { field, text } : { text };
}

const draft = 'dealership new';

/** Adds a dealership that sent no form. */
export function AddForm({ onDone }: { onDone: (record: DealershipRecord) => void }) {
  const added = useRef<DealershipRecord>(undefined);
  const send = async (data: FormData): Promise<Fault | undefined> => {
    const text = (name: string) => textOf(data, name);
    const fields = { name: text('name'), phone: text('phone'), address: text('address'), zone: text('zone') };
    if (fields.name === '') return { field: 'name', text: 'Type a name.' };
    const sent = await addByHand(draftId(draft), fields);
    if (sent.kind === 'refused') {
      if (sent.name === 'idTaken') dropDraftId(draft);
      return faultOfSent(sent, recordFaults);
    }
    added.current = sent.record;
    return undefined;
  };
  return (
    <SendForm
      submit="Add"
      sending="Adding…"
      onSend={send}
      draft={draft}
      empties
      onSent={() => added.current && onDone(added.current)}
    >
      <p className="soft">A dealership that sent an intake is made from it on the Leads screen, with what it wrote.</p>
      <TextInput name="name" label="Name" maxLength={dealershipLimits.name} />
      <TextInput
        name="phone"
        label="Phone on file"
        type="tel"
        optional
        maxLength={dealershipLimits.phone}
        help="The number that finance managers call back."
      />
      <TextInput name="address" label="Address" optional maxLength={dealershipLimits.address} />
      <ZoneInput />
    </SendForm>
  );
}
