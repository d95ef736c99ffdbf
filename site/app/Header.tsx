import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';
import { Mark } from '../ui/Mark.tsx';
import { telOf } from '../ui/tel.ts';

/** The site's header. */
export function Header() {
  return (
    <header className="site-header night">
      <div className="frame site-header-row">
        <a className="brand" href={pages.home}>
          <Mark />
          {brand.name}
        </a>
        <a className="site-header-call" href={telOf(brand.phone)}>
          {brand.phone}
        </a>
      </div>
    </header>
  );
}
