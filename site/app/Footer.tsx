import { brand } from '#brand/brand.ts';
import { Mark } from '#client/ui/Mark.tsx';
import { telOf } from '#client/ui/tel.ts';
import { pages } from '#contract/pages.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { menu } from './menu.ts';
import './footer.css';

/** The site's footer: the menu, how to reach us, the status page and the legal documents. */
export function Footer() {
  return (
    <footer className="site-footer night">
      <div className="frame site-footer-squares">
        <div className="site-footer-brand">
          <p className="brand">
            <Mark />
            {brand.name}
          </p>
          <p>{brand.tagline}</p>
          <p>
            {brand.serviceArea}
            <br />
            Office <a href={telOf(brand.phone)}>{brand.phone}</a>
          </p>
        </div>
        <div className="site-footer-links">
          <nav aria-labelledby="footer-menu">
            <h2 id="footer-menu">Menu</h2>
            <ul>
              {menu.map(({ page, label, comingSoon }) => (
                <li key={page}>
                  <a href={pages[page]}>
                    {label} {comingSoon && <span className="soon">Coming Soon</span>}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h2>Company</h2>
            <ul>
              <li>
                <ContactDialog />
              </li>
              <li>
                <a href={pages.status} target="_self">
                  Status
                </a>
              </li>
            </ul>
          </div>
          <nav aria-labelledby="footer-legal">
            <h2 id="footer-legal">Legal</h2>
            <ul>
              <li>
                <a href={pages.privacy} data-arrive="smoothly">
                  Privacy Policy
                </a>
              </li>
              <li>
                <a href={pages.terms} data-arrive="smoothly">
                  Terms of Service
                </a>
              </li>
            </ul>
          </nav>
        </div>
      </div>
    </footer>
  );
}
