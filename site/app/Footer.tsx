import { brand } from '#brand/brand.ts';
import { Mark } from '../ui/Mark.tsx';
import { telOf } from '../ui/tel.ts';

/** The site's footer. */
export function Footer() {
  return (
    <footer className="site-footer night">
      <div className="frame site-footer-row">
        <p className="site-footer-name">
          <Mark />
          {brand.name}
        </p>
        <p>{brand.serviceArea}</p>
        <p>
          <a href={`mailto:${brand.email}`}>{brand.email}</a>
        </p>
        <p>
          <a href={telOf(brand.phone)}>{brand.phone}</a>
        </p>
      </div>
    </footer>
  );
}
