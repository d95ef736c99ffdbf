import { brand } from '#brand/brand.ts';
import { telOf } from '#client/ui/tel.ts';
import { pages } from '#contract/pages.ts';
import './not-found.css';

/** The page for an unknown address: a worksheet with one empty square, and links in the other squares. */
export function NotFound() {
  return (
    <div className="not-found night">
      <div className="frame">
        <div className="not-found-sheet">
          <div className="not-found-said">
            <p className="not-found-status">404</p>
            <h1>This square is empty.</h1>
            <p>There is no page at this address. Perhaps it moved, or a letter is missing.</p>
          </div>
          <a href={pages.home}>
            <strong>Home</strong>
            <span>Start at the front door</span>
          </a>
          <a href={pages.services}>
            <strong>How It Works</strong>
            <span>From request to invoice, in four steps</span>
          </a>
          <a href={telOf(brand.phone)}>
            <strong>{brand.phone}</strong>
            <span>Ask a person instead</span>
          </a>
        </div>
      </div>
    </div>
  );
}
