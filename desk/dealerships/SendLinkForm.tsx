import { useState } from 'react';
import { isolated } from '#client/lib/isolated.ts';
import { codeLinkTimes } from '#contract/code-link.ts';
import type { Contact, DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { FieldGroup, SelectInput } from '../ui/fields.tsx';
import { type Fault, SendForm, textOf } from '../ui/SendForm.tsx';
import { Unbroken } from '../ui/Unbroken.tsx';
import { type DealershipActions, linksIn } from './dealerships.ts';

/** The ways by which a link would reach a contact; empty when there is none. */
function waysTo({ mail, phone, consent }: Contact, sends: DealershipRecord['sends']): string[] {
  return [
    ...(mail !== null && sends.mail ? [`mail to ${mail}`] : []),
    ...(consent?.holds && sends.text ? [`text to ${phone}`] : []),
  ];
}

const graces = [
  { value: '0', label: 'It ends when the new code is made' },
  { value: '24', label: '24 hours later' },
  { value: '72', label: 'Three days later' },
  { value: String(codeLinkTimes.mostGraceHours), label: 'A week later' },
];

function Contacts({ record }: { record: DealershipRecord }) {
  const usable = record.contacts.find((contact) => waysTo(contact, record.sends).length > 0)?.id;
  return (
    <FieldGroup name="contactId" label="To whom">
      {record.contacts.map((contact) => {
        const ways = waysTo(contact, record.sends);
        return (
          <label key={contact.id} className="tick radio dealer-way">
            <input
              type="radio"
              name="contactId"
              value={contact.id}
              disabled={ways.length === 0}
              defaultChecked={contact.id === usable}
            />
            <span>
              {contact.name}
              <span className="row-local">
                <Unbroken text={ways.join(', ') || 'No way to reach them'} />
              </span>
            </span>
          </label>
        );
      })}
    </FieldGroup>
  );
}

interface SendLinkProps {
  record: DealershipRecord;
  actions: Pick<DealershipActions, 'sendLink'>;
  onDone: (text: string) => void;
}

/** Sends the link to a new code. Nobody at the desk ever sees the code. */
export function SendLinkForm({ record, actions, onDone }: SendLinkProps) {
  /** The links when the form was shown, or when the person was last told of another one. */
  const [seen, setSeen] = useState(() => linksIn(record));
  const hasCode = record.codes.some(({ state }) => state === 'holds' || state === 'grace');
  const send = async (data: FormData): Promise<Fault | undefined> => {
    const contact = record.contacts.find(({ id }) => id === textOf(data, 'contactId'));
    if (!contact) return { field: 'contactId', text: 'Choose a contact.' };
    const graceHours = Number(data.get('graceHours') ?? codeLinkTimes.graceHours);
    const sent = await actions.sendLink(contact, graceHours, seen);
    if (sent.kind === 'refused') return { text: sent.text };
    if (sent.kind === 'late') {
      const stands = linksIn(sent.record);
      setSeen(stands);
      if (stands.link !== null && stands.link !== seen.link) {
        return {
          text: `${isolated(sent.record.link?.contactName ?? '')} was sent a link meanwhile. If you send another one, that one ends.`,
        };
      }
      if (stands.link !== seen.link || stands.newest !== seen.newest) {
        return { text: 'A link was used or withdrawn meanwhile. Look at the codes, then send another one.' };
      }
      return { field: 'contactId', text: 'The contact has other addresses now. Look at them, then send the link.' };
    }
    onDone(`The link is on its way to ${isolated(contact.name)}. It works once, for seven days.`);
    return undefined;
  };
  return (
    <SendForm submit="Send the link" sending="Sending…" draft={`link ${record.id}`} onSend={send}>
      <p className="soft">
        The dealership opens the link and presses a button. The code is made then, and shown to them alone.
        {record.link?.state === 'open' && ` The link that ${isolated(record.link.contactName)} has ends now.`}
      </p>
      <Contacts record={record} />
      {hasCode && (
        <SelectInput
          name="graceHours"
          label="The code they have now"
          options={graces}
          defaultValue={String(codeLinkTimes.graceHours)}
          help="It works until the new code is made, and for this time after."
        />
      )}
    </SendForm>
  );
}
