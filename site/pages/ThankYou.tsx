import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';
import { texts } from '#contract/texts.ts';
import { LinkButton } from '../ui/Button.tsx';
import { telOf } from '../ui/tel.ts';
import './form-page.css';
import '../forms/receipt/receipt.css';

/**
 * The acknowledgement of a form that was sent without script. The server writes the reference and leaves the paragraph of
 * the form in question.
 */
export function ThankYou() {
  return (
    <div className="form-page night">
      <div className="frame">
        <div className="form-page-head">
          <h1>Thank you</h1>
          <p>{brand.name} has what you sent.</p>
        </div>
        <section className="receipt paper" aria-labelledby="thank-you-received">
          <div className="receipt-head">
            <h2 id="thank-you-received">Received</h2>
            <div className="receipt-reference">
              <p className="receipt-label">Reference</p>
              <p className="receipt-number">
                <span data-reference="" />
              </p>
              <p className="receipt-when">Print this page to keep a copy.</p>
              <p className="stamp stamp-received" aria-hidden="true">
                Received
              </p>
            </div>
          </div>
          <div className="receipt-body">
            <h3 className="receipt-heading">What happens next</h3>
            <p data-kind="inquiry">
              {texts.inquirySuccess}, by telephone or e-mail. A confirmation with your reference goes to the address you
              gave.
            </p>
            <p data-kind="intake">
              A confirmation with your reference goes to the address you gave, and within 24 hours a person goes through
              your registration. {brand.name} will send you an Exclusive Access Code for the Dealer Portal by e-mail or
              text, because this site is still under construction.
            </p>
            <h3 className="receipt-heading">Rather talk now?</h3>
            <ul className="receipt-agents">
              {brand.agents.map(({ name, phone }) => (
                <li key={name}>
                  <a href={telOf(phone)}>
                    <span>{name}</span>
                    <span className="receipt-phone">{phone}</span>
                  </a>
                </li>
              ))}
            </ul>
            <div className="receipt-copies">
              <LinkButton look="primary" href={pages.home}>
                {texts.returnHome}
              </LinkButton>
            </div>
          </div>
        </section>
      </div>
    </div>
  );
}
