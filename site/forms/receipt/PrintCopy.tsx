import { createPortal } from 'react-dom';
import { brand } from '#brand/brand.ts';
import { groupsOf } from '#contract/fields.ts';
import { forms } from '../forms.ts';
import { answerAsText, receiptState, shortLabel } from './copy.ts';
import { nextSteps } from './next-steps.ts';
import type { Receipt } from './receipts.ts';

/** The sheet that the printer gets in place of the page while a receipt is shown. It is never on the screen. */
export function PrintCopy({ receipt }: { receipt: Receipt }) {
  const form = forms[receipt.kind];
  const sheet = (
    <article className="print-copy">
      <p className="print-brand">{brand.name}</p>
      <h1>{form.title}</h1>
      <p className="print-reference">{receipt.reference}</p>
      <p>{receiptState(receipt)}</p>
      {groupsOf(form.fields).map(({ heading, fields }) => (
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
