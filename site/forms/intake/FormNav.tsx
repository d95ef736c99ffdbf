import type { ReactNode } from 'react';
import { JumpLink } from '#client/ui/JumpLink.tsx';
import { Mark, type Square } from '#client/ui/Mark.tsx';
import type { LeadFormModel } from '../useLeadForm.ts';
import { intakeParts, sendPartId } from './parts.ts';

/** The link to one part. `children` stand under its name. */
const PartLink = ({ id, name, square, children }: PartLinkProps) => (
  <JumpLink to={id}>
    <Mark lit={square} />
    <span className="form-nav-words">
      <span className="form-nav-name">{name}</span>
      {children}
    </span>
  </JumpLink>
);

interface PartLinkProps {
  id: string;
  name: string;
  square: Square;
  children?: ReactNode;
}

interface FormNavProps {
  /** The number of required answers that each part lacks. */
  lacking: readonly number[];
  model: LeadFormModel;
}

/** The parts of the form, each with what it lacks, or that an answer shows an error or is too long. */
export function FormNav({ lacking, model: { propsOf } }: FormNavProps) {
  return (
    <nav className="form-nav" aria-label="Parts of the form">
      <ol>
        {intakeParts.map(({ id, heading, square, fields }, index) => {
          const left = lacking[index];
          const hasError = fields.map(propsOf).some(({ error, finding }) => error || finding?.tooLong);
          const text = (left && `${left} required left`) || (hasError ? 'Has an error' : 'Complete');
          return (
            <li key={id} data-complete={text === 'Complete' || undefined}>
              <PartLink id={id} name={heading} square={square}>
                <span className="numerals form-nav-left">{text}</span>
              </PartLink>
            </li>
          );
        })}
        <li className="form-nav-send">
          <PartLink id={sendPartId} name="Send" square={4} />
        </li>
      </ol>
    </nav>
  );
}
