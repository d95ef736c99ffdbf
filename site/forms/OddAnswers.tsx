import type { MouseEvent } from 'react';
import { jumpTo } from '#client/ui/jump-to.ts';
import type { Field } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { firstControlIdOf } from './FormField.tsx';
import type { Findings } from './useFindings.ts';

export const oddAnswersId = (form: LeadKind): string => `${form}-odd-answers`;

const follow = (event: MouseEvent, controlId: string) => {
  event.preventDefault();
  jumpTo(controlId);
};

interface OddAnswersProps {
  form: LeadKind;
  fields: readonly Field[];
  findings: Findings;
}

/** The help about odd answers again, beside the button that sends, each with a link to its field. The form can be sent all the same. */
export function OddAnswers({ form, fields, findings }: OddAnswersProps) {
  const odd = fields.flatMap((field) => {
    const finding = findings[field.name];
    return finding ? [{ field, finding }] : [];
  });
  if (odd.length === 0) return null;
  return (
    <div className="odd-answers" id={oddAnswersId(form)}>
      <p>Before you send, please look at this again:</p>
      <ul>
        {odd.map(({ field, finding }) => {
          const controlId = firstControlIdOf(form, field);
          return (
            <li key={field.name}>
              <a href={`#${controlId}`} onClick={(event) => follow(event, controlId)}>
                {finding.tooLong ? finding.text : field.label}
              </a>
              {!finding.tooLong && `: ${finding.text}`}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
