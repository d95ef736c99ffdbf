import type { LeadForm, LeadRecord } from '#contract/desk/lead-schemas.ts';
import { groupsOf } from '#contract/fields.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { Unbroken } from '../ui/Unbroken.tsx';
import { answerText, formNames, forms, labelOf, whenText } from './words.ts';

/** The dealer's consents to texts: when each was given, its wording, and when it was taken back. */
function Consents({ consents, when }: Pick<LeadForm, 'consents'> & Pick<FormProps, 'when'>) {
  if (consents.length === 0) return null;
  return (
    <div className="boxed lead-consents">
      <h4>Consent to texts</h4>
      <ul>
        {consents.map(({ at, version, wording, endedAt }) => (
          <li key={at}>
            <p>
              Given {when(at)}, wording <Unbroken text={version} />
              {endedAt === null ? '. Still valid.' : `; taken back ${when(endedAt)}.`}
            </p>
            {wording !== null && (
              <details>
                <summary>The words</summary>
                <p>{wording}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FormProps {
  part: LeadForm;
  when: (at: string) => string;
  /** Whether the form was joined to the lead and this person may part it again. */
  canPart: boolean;
  onPart: () => unknown;
}

/** The answers of one form, under the form's own headings. */
function Form({ part, when, canPart, onPart }: FormProps) {
  const { form, reference, createdAt, answers, consents, joinedAt, submittedDate } = part;
  const id = `form-${part.id}`;
  return (
    <section className="part lead-form" aria-labelledby={id}>
      <h2 id={id}>
        {formNames[form]} {reference}
      </h2>
      <p className="part-count">
        {when(createdAt)}
        {submittedDate && `; dealer’s own clock: ${submittedDate}`}
        {joinedAt !== null && `; joined ${when(joinedAt)}`}
      </p>
      {groupsOf(forms[form].fields).map(({ heading, fields }) => (
        <div key={heading}>
          <h3>{heading}</h3>
          <dl className="lead-answers">
            {fields.map((field) => {
              const text = answerText(field, answers);
              return (
                <div key={field.name} data-none={text === '' || undefined}>
                  <dt>{labelOf(field)}</dt>
                  <dd>
                    {text || (
                      <>
                        <span aria-hidden="true">–</span>
                        <span className="visually-hidden">not answered</span>
                      </>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </div>
      ))}
      <Consents consents={consents} when={when} />
      {canPart && (
        <Confirm
          question={`Separate the ${formNames[form].toLowerCase()} ${reference} from this lead? It is a lead of its own again, as it stood when it was joined.`}
          confirmLabel="Separate it"
          cancelLabel="Keep it here"
          onConfirm={onPart}
        >
          Separate this form
        </Confirm>
      )}
    </section>
  );
}

interface AnswersProps {
  lead: LeadRecord;
  busy: boolean;
  onPart: (part: LeadForm) => unknown;
}

/** Every form of a lead with all its answers. */
export function Answers({ lead: { parts, can, serverNow }, busy, onPart }: AnswersProps) {
  return parts.map((part) => (
    <Form
      key={part.id}
      part={part}
      when={(at) => whenText(at, Date.parse(serverNow))}
      canPart={can.manage && part.joinedAt !== null}
      onPart={() => !busy && onPart(part)}
    />
  ));
}
