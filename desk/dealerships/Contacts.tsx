import { isolated } from '#client/lib/isolated.ts';
import { Button } from '#client/ui/Button.tsx';
import { telOfTyped } from '#client/ui/typed-tel.ts';
import type { Contact, DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { mailLink } from '#contract/mail-link.ts';
import { Confirm } from '../ui/Confirm.tsx';

const consentText = ({ consent }: Contact): string => {
  if (consent === null) return 'No consent to texts';
  if (consent.holds) return 'May be texted';
  return consent.endedAt === null ? 'Consent was for another number' : 'Consent to texts ended';
};

interface ContactsProps {
  record: DealershipRecord;
  /** The id is undefined for a new contact. */
  onEdit: (id: string | undefined, name: string) => void;
  onRemove: (contact: Contact) => unknown;
}

/** The contacts of a dealership, with their consents to texts. */
export function Contacts({ record, onEdit, onRemove }: ContactsProps) {
  const { contacts, can } = record;
  return (
    <section className="part" aria-labelledby="contacts">
      <h2 id="contacts">
        Contacts
        {can.edit && (
          <Button look="quiet" onClick={() => onEdit(undefined, '')}>
            Add
            <span className="visually-hidden"> a contact</span>
          </Button>
        )}
      </h2>
      {contacts.length === 0 && (
        <p className="part-none">Nobody yet. A code needs somebody whom a mail or a text reaches.</p>
      )}
      <ul className="dealer-contacts">
        {contacts.map((contact) => (
          <li key={contact.id}>
            <p className="dealer-contact-name">
              <strong>{contact.name}</strong> {contact.role && <span className="soft">{contact.role}</span>}
            </p>
            <p>
              {contact.phone && <a href={telOfTyped(contact.phone)}>{contact.phone}</a>}
              {contact.phone && contact.mail && ' · '}
              {contact.mail && <a href={mailLink(contact.mail)}>{contact.mail}</a>}
              {!contact.phone && !contact.mail && <span className="soft">No phone, no e-mail</span>}
            </p>
            <p className="soft">{consentText(contact)}</p>
            {can.edit && (
              <div className="wrapped dealer-contact-acts">
                <Button look="quiet" onClick={() => onEdit(contact.id, contact.name)}>
                  Edit<span className="visually-hidden"> {contact.name}</span>
                </Button>
                <Confirm
                  question={`Take ${isolated(contact.name)} off this dealership?`}
                  confirmLabel="Take off"
                  cancelLabel="Keep"
                  onConfirm={() => onRemove(contact)}
                >
                  Remove<span className="visually-hidden"> {contact.name}</span>
                </Confirm>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
