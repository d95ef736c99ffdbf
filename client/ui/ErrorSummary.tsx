import { useEffect, useRef } from 'react';
import { isTypedInto } from '#client/lib/typed-into.ts';
import { JumpLink } from './JumpLink.tsx';

interface ErrorSummaryProps {
  /** For each line what to do, and the id of the control that it is about. */
  errors: readonly { controlId: string; text: string }[];
  /** Changes with each refusal. */
  attempt: number;
  /** Whether the refusal came some time after the press: then it takes no focus from a field that somebody is typing into. */
  isLate?: boolean;
}

/** The errors of a form, shown at its top. It takes the focus each time the form is refused, and links to each control. */
export function ErrorSummary({ errors, attempt, isLate = false }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt === 0 || (isLate && isTypedInto())) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [attempt, isLate]);
  return (
    <div ref={box} className="summary-place" role="alert" tabIndex={-1}>
      <div className="summary" data-error-summary="" hidden={errors.length === 0}>
        <h2>There is a problem</h2>
        <ul>
          {errors.map(({ controlId, text }) => (
            <li key={controlId}>
              <JumpLink to={controlId}>{text}</JumpLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
