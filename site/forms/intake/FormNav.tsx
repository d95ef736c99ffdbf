import type { MouseEvent } from 'react';
import { jumpTo } from '#client/ui/jump-to.ts';
import { Mark } from '#client/ui/Mark.tsx';
import { intakeParts, sendPartId } from './parts.ts';

const leftText = (left: number): string => (left === 0 ? 'Complete' : `${left} required left`);

const follow = (event: MouseEvent, id: string) => {
  event.preventDefault();
  jumpTo(id);
};

/** The parts of the form, each with the number of required answers that are missing. */
export function FormNav({ lacking }: { lacking: readonly number[] }) {
  return (
    <nav className="form-nav" aria-label="Parts of the form">
      <ol>
        {intakeParts.map(({ id, heading, square }, index) => (
          <li key={id} data-complete={lacking[index] === 0 || undefined}>
            <a href={`#${id}`} onClick={(event) => follow(event, id)}>
              <Mark lit={square} />
              <span className="form-nav-words">
                <span className="form-nav-name">{heading}</span>
                <span className="form-nav-left">{leftText(lacking[index] ?? 0)}</span>
              </span>
            </a>
          </li>
        ))}
        <li className="form-nav-send">
          <a href={`#${sendPartId}`} onClick={(event) => follow(event, sendPartId)}>
            <Mark lit={4} />
            <span className="form-nav-words">
              <span className="form-nav-name">Send</span>
            </span>
          </a>
        </li>
      </ol>
    </nav>
  );
}
