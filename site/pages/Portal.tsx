import { pages } from '#contract/pages.ts';
import { DirectLine } from '../portal/DirectLine.tsx';
import './portal.css';

/** The dealer portal as a page of its own: for a browser without script, and for a bookmark. */
export function Portal() {
  return (
    <div className="portal-page night">
      <div className="frame">
        <h1>Dealer Portal</h1>
        <DirectLine />
        <p>
          <a href={pages.home}>Back to the home page</a>
        </p>
      </div>
    </div>
  );
}
