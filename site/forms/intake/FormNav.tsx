import type { ReactNode } from 'react';
import { JumpLink } from '#client/ui/JumpLink.tsx';
import { Mark, type Square } from '#client/ui/Mark.tsx';
import { intakeParts, sendPartId } from './parts.ts';

const leftText = (left: number): string => (left === 0 ? 'Complete' : `${left} required left`);

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

/** The parts of the form, each with the number of required answers that are missing. */
export function FormNav({ lacking }: { lacking: readonly number[] }) {
  return (
    <nav className="form-nav" aria-label="Parts of the form">
      <ol>
        {intakeParts.map(({ id, heading, square }, index) => (
          <li key={id} data-complete={lacking[index] === 0 || undefined}>
            <PartLink id={id} name={heading} square={square}>
              <span className="numerals form-nav-left">{leftText(lacking[index] ?? 0)}</span>
            </PartLink>
          </li>
        ))}
        <li className="form-nav-send">
          <PartLink id={sendPartId} name="Send" square={4} />
        </li>
      </ol>
    </nav>
  );
}
