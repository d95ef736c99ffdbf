import { JumpLink } from '#client/ui/JumpLink.tsx';
import type { Field } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { firstControlIdOf } from './FormField.tsx';
import type { Findings } from './useFindings.ts';

export const oddAnswersId = (form: LeadKind): string => `${form}-odd-answers`;

interface OddAnswersProps {
  form: LeadKind;
  fields: readonly Field[];
  findings: Findings;
}

/** Repeats the help about odd answers beside the button that sends, with links to their fields. The form can still be sent. */
export function OddAnswers({ form, fields, findings }: OddAnswersProps) {
  if (!fields.some(({ name }) => findings[name])) return null;
  return (
    <div className="odd-answers" id={oddAnswersId(form)}>
      <p>Please check:</p>
      <ul>
        {fields.map((field) => {
          const finding = findings[field.name];
          return (
            finding && (
              <li key={field.name}>
                <JumpLink to={firstControlIdOf(form, field)}>{finding.tooLong ? finding.text : field.label}</JumpLink>
                {!finding.tooLong && `: ${finding.text}`}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
