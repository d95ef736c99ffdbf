/** The copies of a receipt: a sheet for the printer and a text file. */
import { createPortal } from 'react-dom';
import { brand } from '#brand/brand.ts';
import { type Answers, type Field, groupsOf } from '#contract/fields.ts';
import { formNames } from '#contract/form-names.ts';
import { inquiryFields } from '#contract/inquiry.ts';
import { fields as intakeFields } from '../intake/fields.ts';
import { nextSteps } from './next-steps.ts';
import { type Receipt, receiptState } from './receipts.ts';

const fieldsOf = { inquiry: inquiryFields, intake: intakeFields };

/** An answer as a person reads it; a dash when there is none. */
function answerAsText(answer: Answers[string] | undefined): string {
  if (answer === true) return 'Yes';
  if (answer === false) return 'No';
  const text = Array.isArray(answer) ? answer.join(', ') : (answer ?? '');
  return text === '' ? '–' : text;
}

/** A short label for a list: the consent's own label is a whole agreement. */
const shortLabel = ({ name, label }: Field): string => (name === 'sms_consent' ? 'May be texted' : label);

/** A whole copy of what was sent, as a plain text file. */
function copyAsText(receipt: Receipt): string {
  const lines = [
    `${brand.name}: ${formNames[receipt.kind].title}`,
    `Reference ${receipt.reference}`,
    receiptState(receipt),
    '',
  ];
  for (const { heading, fields } of groupsOf(fieldsOf[receipt.kind])) {
    lines.push(heading.toUpperCase());
    for (const field of fields) {
      const answer = answerAsText(receipt.answers[field.name]).replaceAll('\n', '\n    ');
      lines.push(`  ${shortLabel(field)}: ${answer}`);
    }
    lines.push('');
  }
  lines.push('WHAT HAPPENS NEXT', ...nextSteps(receipt).map(({ when, what }) => `  ${when}: ${what}`), '');
  lines.push('QUESTIONS', ...brand.agents.map(({ name, phone }) => `  ${name}, ${phone}`), `  ${brand.email}`, '');
  return lines.join('\n');
}

/** Hands the copy to the browser as a file named by its reference. */
export function saveCopy(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([copyAsText(receipt)], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${brand.name}-${receipt.reference}.txt`;
  link.click();
  // Once the click was handled, the download needs the address no more.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The sheet that is printed instead of the page while a receipt is shown. It is never on the screen. */
export function PrintCopy({ receipt }: { receipt: Receipt }) {
  const sheet = (
    <article className="print-copy">
      <p className="print-brand">{brand.name}</p>
      <h1>{formNames[receipt.kind].title}</h1>
      <p className="print-reference">{receipt.reference}</p>
      <p>{receiptState(receipt)}</p>
      {groupsOf(fieldsOf[receipt.kind]).map(({ heading, fields }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <dl>
            {fields.map((field) => (
              <div key={field.name}>
                <dt>{shortLabel(field)}</dt>
                <dd>{answerAsText(receipt.answers[field.name])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h2>What happens next</h2>
        <dl>
          {nextSteps(receipt).map(({ when, what }) => (
            <div key={when}>
              <dt>{when}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p>
        Questions: {brand.agents.map(({ name, phone }) => `${name}, ${phone}`).join('; ')}; {brand.email}
      </p>
    </article>
  );
  return createPortal(sheet, document.body);
}
