import { brand } from '#brand/brand.ts';
import './splash.css';

/** The order in which the light reaches the squares, clockwise. The last one stays lit. */
const squares = ['M13 13h10v10H13z', 'M1 13h10v10H1z', 'M1 1h10v10H1z', 'M13 1h10v10H13z'] as const;

/**
 * The opening animation: a headlight turns and lights the four squares one after another. It covers the page, which is complete
 * below it, and blocks neither the keyboard nor screen readers. The script in the head decides whether it is shown.
 */
export function Splash() {
  return (
    <div className="splash night">
      <div className="splash-stage" aria-hidden="true">
        <div className="splash-beam" />
        <svg className="splash-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path className="splash-unlit" d={squares.join('')} />
          {squares.map((square) => (
            <path key={square} d={square} />
          ))}
        </svg>
        <p className="splash-name">{brand.name}</p>
        <p className="splash-tagline">{brand.tagline}</p>
      </div>
      <button type="button" className="splash-skip">
        Skip<span className="visually-hidden"> the opening</span>
      </button>
    </div>
  );
}
