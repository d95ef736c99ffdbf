import { brand } from '#brand/brand.ts';
import { LinkButton } from '#client/ui/Button.tsx';
import { texts } from '#contract/fixed-texts.ts';
import { formNames } from '#contract/form-names.ts';
import { pages } from '#contract/pages.ts';
import { Agents } from '../forms/receipt/Agents.tsx';
import './form-page.css';
import '../forms/receipt/receipt.css';

/** Links to the two forms, to send one again. */
const BothForms = () => (
  <div className="buttons receipt-copies">
    <LinkButton look="primary" href={pages.inquiry}>
      {formNames.inquiry.title}
    </LinkButton>
    <LinkButton href={pages['dealer-intake']}>{formNames.intake.title}</LinkButton>
  </div>
);

/** Says whether a confirmation is mailed. The file has both sentences; the server removes the one that is not true. */
function Confirmation() {
  return (
    <>
      <span data-confirmation="mail">Keep your reference. We usually mail it to the address you gave as well.</span>
      <span data-confirmation="none">Keep your reference: no mail repeats it.</span>
    </>
  );
}

/** Shown when the address names a lead that is stored. The server writes its reference and removes the parts for other forms. */
function Received() {
  return (
    <div className="frame" data-outcome="received" hidden>
      <div className="form-page-head">
        <h1>Thank you</h1>
        <p>{brand.name} has what you sent.</p>
      </div>
      <section className="receipt paper" aria-labelledby="thank-you-received">
        <div className="receipt-head">
          <h2 id="thank-you-received">Received</h2>
          <div className="receipt-reference">
            <p className="receipt-label">Reference</p>
            <p className="numerals receipt-number">
              <span data-reference="" />
            </p>
            <p className="receipt-when">Print this page to keep a copy.</p>
            <p className="stamp" aria-hidden="true">
              Received
            </p>
          </div>
        </div>
        <div className="receipt-body">
          <h3 className="receipt-heading">What happens next</h3>
          <p data-kind="inquiry">
            {texts.inquirySuccess}, by telephone or e-mail. <Confirmation />
          </p>
          <p data-kind="intake">
            Within 24 hours a person goes through your registration. <Confirmation /> {brand.name} will send you an
            Exclusive Access Code for the Dealer Portal by e-mail or text, because this site is still under
            construction.
          </p>
          <Agents />
          <div className="buttons receipt-copies">
            <LinkButton look="primary" href={pages.home}>
              {texts.returnHome}
            </LinkButton>
          </div>
        </div>
      </section>
    </div>
  );
}

interface NotReceivedProps {
  outcome: string;
  title: string;
  /** What happened, in a sentence or two. */
  lead: string;
  /** The heading of what to do. */
  heading: string;
  /** The server shows it in the place of the part that is shown otherwise. */
  hidden?: boolean;
  /** What to do. */
  children: string;
}

/** Shown when nothing was received: what to do, the two forms, and whom to call. */
const NotReceived = ({ outcome, title, lead, heading, hidden = false, children }: NotReceivedProps) => (
  <div className="frame" data-outcome={outcome} hidden={hidden}>
    <div className="form-page-head">
      <h1>{title}</h1>
      <p>{lead}</p>
    </div>
    <section className="receipt paper" aria-labelledby={`thank-you-${outcome}`}>
      <div className="receipt-body">
        <h2 id={`thank-you-${outcome}`} className="receipt-heading">
          {heading}
        </h2>
        <p>{children}</p>
        <BothForms />
        <Agents />
      </div>
    </section>
  </div>
);

/** The page after a form without script. It has all parts; the server removes those that do not fit the address or form. */
export function ThankYou() {
  return (
    <div className="form-page night">
      <Received />
      {/* Somebody changed the address, or a part of it was lost. */}
      <NotReceived
        outcome="unknown"
        title="This link does not match any form we have"
        lead="Part of the link may be missing."
        heading="Did you send us a form?"
      >
        Its reference begins with BX. Have it at hand and call, or send the form again: the same answers count once
        within ten minutes.
      </NotReceived>
      {/* A form that was too large to be read cannot be shown again with its answers. */}
      <NotReceived
        outcome="too-large"
        title="Your form was too large"
        lead="It could not be read, so nothing of it was received."
        heading="What to do now"
        hidden
      >
        Go back in your browser: most browsers still have what you typed. Shorten it, above all what was pasted into a
        field, then send the form again. A few hundred characters are enough for every field.
      </NotReceived>
    </div>
  );
}
