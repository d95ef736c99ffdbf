import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';
import { LinkButton } from '../ui/Button.tsx';
import { telOf } from '../ui/tel.ts';
import './form-page.css';

/** The page at every address that is none. */
export function NotFound() {
  return (
    <div className="form-page night">
      <div className="frame">
        <div className="form-page-head">
          <h1>No page at this address.</h1>
          <p>
            It may have moved, or the link was cut short. The desk is still open: call{' '}
            <a href={telOf(brand.phone)}>{brand.phone}</a>.
          </p>
        </div>
        <div className="actions">
          <LinkButton look="primary" href={pages.home}>
            Go to the home page
          </LinkButton>
          <LinkButton href={pages['dealer-intake']}>Register your store</LinkButton>
        </div>
      </div>
    </div>
  );
}
