import type { MouseEvent } from 'react';
import { jumpTo } from '#client/ui/jump-to.ts';
import { Mark } from '#client/ui/Mark.tsx';
import { intakeParts, sendPartId } from './parts.ts';

const leftText = (left: number): string => (left === 0 ? 'Complete' : `${left} required left`);

const follow = (event: MouseEvent, id: string) => {
  event.preventDefault();
  jumpTo(id);
};

/** The parts of the form with what each still lacks: the length is honest from the start. */
export function Rail({ lacking }: { lacking: readonly number[] }) {
  return (
    <nav className="rail" aria-label="Parts of the form">
      <ol>
        {intakeParts.map(({ id, heading, square }, index) => (
          <li key={id} data-complete={lacking[index] === 0 || undefined}>
            <a href={`#${id}`} onClick={(event) => follow(event, id)}>
              <Mark lit={square} />
              <span className="rail-words">
                <span className="rail-name">{heading}</span>
                <span className="rail-left">{leftText(lacking[index] ?? 0)}</span>
              </span>
            </a>
          </li>
        ))}
        <li className="rail-send">
          <a href={`#${sendPartId}`} onClick={(event) => follow(event, sendPartId)}>
            <Mark lit={4} />
            <span className="rail-words">
              <span className="rail-name">Send</span>
            </span>
          </a>
        </li>
      </ol>
    </nav>
  );
}
