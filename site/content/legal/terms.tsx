/** The text of the Terms of Service. Names, dates and retention times come from the brand file. */
import { brand } from '#brand/brand.ts';
import { legal } from '#brand/legal.ts';
import { telOf } from '#client/ui/tel.ts';
import { pages } from '#contract/pages.ts';
import { type LegalSection, RetentionTable } from './LegalDocument.tsx';

const { name, email, phone } = brand;

export const termsSections: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    body: (
      <>
        <p>
          These terms are the agreement between you and {name} (“we”) about this website, the Dealer Portal and our
          remote finance-and-insurance service. “You” are the dealership, and whoever acts for it here.
        </p>
        <p>
          By sending a form, using an access code or asking for an agent you agree to these terms. If you do not agree,
          do not do these things; reading the site binds you to nothing. Where you and we have signed a separate
          agreement and it says otherwise, that agreement holds.
        </p>
      </>
    ),
  },
  {
    id: 'who',
    title: 'Who may use the service',
    body: (
      <>
        <p>The service is for licensed motor vehicle dealerships and the people who work there. To use it you must</p>
        <ul>
          <li>be at least {legal.minimumAge} years old,</li>
          <li>be allowed to act for the dealership you name, and</li>
          <li>give us details that are true, and tell us when they change.</li>
        </ul>
        <p>It is not for consumers. A customer of a dealership deals with the dealership, not with us.</p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'What we do, and what we do not',
    body: (
      <>
        <p>
          When you ask, a finance manager or desk specialist joins your screen through remote-desktop software and your
          customer by voice, and works on the deal with you: structure, lender, menu and paperwork.
        </p>
        <p>
          We are not a lender, a broker of credit, an insurer or a law firm. We make no credit decision and give no
          legal or tax advice. Your dealership is the seller and, where the contract says so, the creditor. You decide
          which deals to write, with which lender and on which terms, and you answer for the disclosures and licenses
          that the law asks of a dealership.
        </p>
        <p>
          What the site marks as Coming Soon, under construction, a target, planned or sample data is not part of the
          service. {brand.lync.name} is shown before it exists; nothing on its page can be ordered.
        </p>
      </>
    ),
  },
  {
    id: 'access',
    title: 'Access codes',
    body: (
      <>
        <p>
          The Dealer Portal opens with an Exclusive Access Code. After your intake we send you a link by e-mail or text,
          and you make the code by one press; nobody else sees it. The code speaks for your store: what is asked with
          it, your store asked. There is no second factor and there are no separate roles behind it, so give it only to
          people who may ask for an agent.
        </p>
        <p>
          Tell us at once when someone leaves who knew it, or when you think a stranger has it: call{' '}
          <a href={telOf(phone)}>{phone}</a>. We revoke the code and send a link to a new one. We may do the same by
          ourselves when we see it misused.
        </p>
      </>
    ),
  },
  {
    id: 'sessions',
    title: 'Remote sessions',
    body: (
      <>
        <p>
          Sessions run through AnyDesk, a product of another company with terms of its own. You download it, you read
          its address to our agent and you accept the connection. You can watch everything that is done, take the
          controls back at any time and end the session by closing the program. We do not ask for unattended access or
          its password.
        </p>
        <p>
          Show only what the deal needs. You see to it that the person who accepts may let us see that screen, and that
          your own customer has had the notices and given the consents that your dealership owes them. Our agents act on
          your instructions and in your systems under the sign-in that you have open.
        </p>
      </>
    ),
  },
  {
    id: 'messages',
    title: 'Calls, e-mails and texts',
    body: (
      <>
        <p>
          When you send a form we may answer it by telephone and e-mail. We text a number only when its owner has ticked
          the box that agrees to texts; agreeing is not a condition of any purchase. Message frequency varies, and
          message and data rates may apply. Reply STOP to end texts and HELP for help.
        </p>
        <p>
          Asking for an agent by text opens when the portal offers it. Until then, and whenever a text might be late,
          call: a call is the way to reach an agent that does not wait for a message.
        </p>
      </>
    ),
  },
  {
    id: 'fees',
    title: 'Fees and invoices',
    body: (
      <>
        <p>
          Sending an inquiry or an intake is free. The fees for a deal are agreed with you in writing before the first
          deal we work on. After a deal you get a custom invoice by e-mail; you pay it from that e-mail, or through the
          portal once the portal takes payments. This site takes no card numbers.
        </p>
        <p>
          If an invoice is wrong, write to <a href={`mailto:${email}`}>{email}</a> within 30 days of receiving it and we
          look at it together; what is not in question stays due. Fees do not include taxes that we must collect.
        </p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'What you must not do',
    body: (
      <ul>
        <li>Ask for an agent under the name of a dealership you may not act for, or guess at access codes.</li>
        <li>Use the service for a deal you know to be false, or to hide something from a lender or a customer.</li>
        <li>
          Type your customer’s Social Security number, card number or credit application into the forms of this site.
          They have no place for it.
        </li>
        <li>Harass or record our agents where the law asks for consent and you do not have it.</li>
        <li>
          Test, overload or get around the protections of the site, or read it out by machine at a rate that harms
          others.
        </li>
      </ul>
    ),
  },
  {
    id: 'ownership',
    title: 'Whose things are whose',
    body: (
      <>
        <p>
          Your deals, your customers’ information, your forms and your systems are yours. You let us use them for as
          long as it takes to do what you asked, and to keep the records named below.
        </p>
        <p>
          The site, its text, its drawings and the names {name} and {brand.lync.name} are ours. You may link to any page
          and print these documents. If you tell us how to do better, we may use the idea without owing you for it.
        </p>
      </>
    ),
  },
  {
    id: 'records',
    title: 'Records, and how long we keep them',
    body: (
      <>
        <RetentionTable />
        <p>
          An account is active until you or we end it. We keep a record longer only where the law orders it, or where a
          dispute about it is open. What the records hold about people, and what they may ask of us, is in the{' '}
          <a href={pages.privacy}>Privacy Policy</a>.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'What we promise, and the limits',
    body: (
      <>
        <p>
          We promise to do the work with the care of people who know the trade. We do not promise that a lender buys a
          deal, that a customer signs, or that the site, the telephone or another company’s software never fails. The
          figures on this site are targets or what we measured, and no warranty. Otherwise the service comes as it is,
          without implied warranties of merchantability, fitness for a purpose or non-infringement, as far as the law
          allows that.
        </p>
        <p>
          As far as the law allows, neither of us owes the other lost profit or indirect damage, and what either owes in
          total for anything connected with the service is limited to the fees you paid us in the twelve months before
          it happened. These limits do not cover what the law does not let anyone limit, fees that are due, or harm done
          on purpose.
        </p>
        <p>
          If somebody claims against us because of what your dealership sold, disclosed or failed to disclose, you stand
          in for it; if somebody claims against you because our agent broke the law or your written instructions, we do.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'Ending, changes and the law',
    body: (
      <>
        <p>
          You can end this agreement at any time by writing to us. We can end it with 30 days’ notice, and at once when
          section 8 is broken. Ending it revokes your codes; invoices for work already done stay due, and sections 9 to
          12 stay in force.
        </p>
        <p>
          When we change these terms we change the date at the top, and we write to active accounts 30 days before a
          change that takes something from them. If one term cannot be enforced, the others stand.
        </p>
        <p>
          The law of {legal.governingLaw} governs these terms, and its courts decide, unless a law that cannot be waived
          says otherwise. Questions go to <a href={`mailto:${email}`}>{email}</a> or <a href={telOf(phone)}>{phone}</a>.
        </p>
      </>
    ),
  },
];
