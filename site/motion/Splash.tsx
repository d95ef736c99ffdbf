import { brand } from '#brand/brand.ts';
import { squares } from '#client/ui/Mark.tsx';
import './splash.css';

/** The order in which the light reaches the squares, clockwise. The last one stays lit. */
const clockwise = [4, 3, 1, 2] as const;

/**
 * The content of the opening animation: a headlight turns and lights the four squares one after another. It covers the page, which is complete
 * below it, and blocks neither the keyboard nor screen readers. The script in the head decides whether it is shown.
 */
export function Splash() {
  return (
    <>
      <div className="splash-stage" aria-hidden="true">
        <div className="splash-beam" />
        <svg className="splash-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path className="splash-unlit" d={Object.values(squares).join('')} />
          {clockwise.map((square) => (
            <path key={square} d={squares[square]} />
          ))}
        </svg>
        <p className="splash-name">{brand.name}</p>
        <p className="splash-tagline">{brand.tagline}</p>
      </div>
      <button type="button" className="splash-skip">
        Skip<span className="visually-hidden"> the opening</span>
      </button>
    </>
  );
}
