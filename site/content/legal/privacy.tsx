/** The text of the Privacy Policy. It describes what the server and the site do: change it when they change. */
import { brand } from '#brand/brand.ts';
import { legal } from '#brand/legal.ts';
import { telOf } from '#client/ui/tel.ts';
import { type LegalSection, RetentionTable } from './LegalDocument.tsx';

const { name, email, phone } = brand;

export const privacySections: readonly LegalSection[] = [
  {
    id: 'scope',
    title: 'Who we are, and what this covers',
    body: (
      <p>
        {name} provides remote finance-and-insurance work to car dealerships. This policy covers this website, its two
        forms, the Dealer Portal and the messages they cause. It is written for the people at a dealership. If you are a
        dealership’s customer, your information belongs to the deal you made there: ask the dealership, and we help it
        to answer you.
      </p>
    ),
  },
  {
    id: 'collected',
    title: 'What we collect',
    body: (
      <>
        <p>What you send us, and little else:</p>
        <ul>
          <li>
            <strong>Dealer inquiry.</strong> The name, address, website, type and volume of the dealership, the systems
            it uses, and your name, telephone number and e-mail address.
          </li>
          <li>
            <strong>Dealer intake.</strong> What kind of business yours is, its names, addresses, numbers, e-mail
            address and website, the system it uses, your personal telephone number, whether you agree to texts, what
            you tell us about inventory, sales, flooring and lenders, whom at our desk you spoke with, how you heard of
            us, and who referred you.
          </li>
          <li>
            <strong>With each form.</strong> The date and time on your device, how long the form was open, a random
            number that keeps a form from counting twice, whether a field that people cannot see was filled in, and, if
            you agreed to texts, when you did and to which wording.
          </li>
          <li>
            <strong>Requests for an agent.</strong> The dealership, its telephone number, the kind of request, your
            note, and, if you give them, your name and the AnyDesk address, with the times of what followed. If you
            change what you ask for before an answer came, also which request it replaces.
          </li>
          <li>
            <strong>What we write down.</strong> Which of our people helped you, when and for how long, the number,
            lender and products of the deal and how it ended, calls, notes about a form, a call or a deal, and whom to
            reach at your store.
          </li>
          <li>
            <strong>In a session.</strong> Our agent sees what you show. This site and our portal do not record the
            picture or the sound. AnyDesk is another company’s program and handles the connection under its own policy.
          </li>
          <li>
            <strong>Your network address.</strong> The server sees it while it answers and does not write it down. To
            limit floods, and guessing at access codes, it counts under a hash of the address, made with a secret key:
            requests for as long as the limit lasts and a few minutes more, wrong codes in its memory, until it is
            started again at the latest. It keeps no record of where a code was used.
          </li>
        </ul>
        <p>
          Do not send Social Security numbers, card numbers or credit applications through this site. No form asks for
          them.
        </p>
      </>
    ),
  },
  {
    id: 'device',
    title: 'What stays on your device',
    body: (
      <>
        <p>
          This site sets no cookies, loads nothing from other companies and has no analytics or advertising, so there is
          nothing to refuse in a banner. Your browser keeps, in its own storage:
        </p>
        <ul>
          <li>a draft of a form you began, for up to 24 hours, until you send or clear it;</li>
          <li>a form you sent without a connection, until it has gone out or you clear it;</li>
          <li>the receipt of a form you sent, in its tab alone, until you put it away or for up to 24 hours;</li>
          <li>
            for up to about a day, which form went out under which random number, so that nothing is sent twice, and for
            half a minute that a tab is sending;
          </li>
          <li>where this site limits how often a form is sent, when it last went out;</li>
          <li>
            for as long as the tab is open, where you had scrolled to, which receipt was in view, that you have seen the
            opening, how often a page that arrived in part was loaded again, under which random numbers a request for an
            agent went out that nobody answered, and, while a request for an agent runs, a key that shows this one
            request;
          </li>
          <li>
            the link to an access code, in its tab until the code was shown, and a key that for 15 minutes shows the
            code of such a link again, if the answer was lost.
          </li>
        </ul>
        <p>
          What is past its time is never used again: it is deleted when you next open a page of this site, or in a tab
          when you close the tab. No draft reaches us until you press send. Every form has a Clear button for its draft.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for',
    body: (
      <ul>
        <li>To answer you, to register your store and to send its access code.</li>
        <li>To bring an agent to your deal, and to invoice it.</li>
        <li>To send the confirmation of a form, which carries its reference number and repeats nothing you typed.</li>
        <li>To keep the service up, and to keep robots and strangers out.</li>
        <li>To keep the records that the law or a dispute requires.</li>
      </ul>
    ),
  },
  {
    id: 'sharing',
    title: 'Who sees it',
    body: (
      <>
        <p>
          Our own staff: whoever has an account at our desk can read forms, requests and accounts, and a finance manager
          without one the single request that they are asked for. Whoever has the access code of your store sees the
          requests of your store that run. Companies that carry our work and may use it for nothing else: the one that
          runs our servers, the one that delivers our e-mail, the one that delivers our texts, and those that run other
          programs of ours, which are told of forms, requests and accounts. Lenders see what you decide to send them,
          from your systems. Courts and authorities see what a valid order covers.
        </p>
        <p>
          We do not sell personal information, do not share it for advertising and do not build profiles. If the
          business passes to another owner, this policy passes with it, and we tell active accounts before it does.
        </p>
      </>
    ),
  },
  {
    id: 'texts',
    title: 'Texts and calls',
    body: (
      <p>
        The intake asks for a personal number that can receive texts, and asks separately, with a box that is empty
        until you tick it, whether we may text it. Without the tick we do not. Consent to texts, and the number it
        covers, are not passed on to anybody for their own purposes. Reply STOP to end texts. You can then still be
        called or written to about a request of yours.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <>
        <RetentionTable />
        <p>
          “Active” ends when you or we close the account; the years begin then. Each night we delete what is past its
          time, unless the law orders us to keep it or a dispute about it is open. Of a form, a request, a call and an
          account the reference, the times and what we count stay, with nothing about people. A backup keeps its copy
          until we delete the backup. An inquiry or intake that leads to no account is a communication and is kept as
          one.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <>
        <ul>
          <li>
            What you send is stored before you are told that it arrived. Only people with an account at our desk, or
            with the link to a single request, can open it there.
          </li>
          <li>
            Our database keeps access codes as hashes that cannot be turned back into the code: until 90 days after they
            ended, and where a request was made with one as long as what stays of that request.
          </li>
          <li>Our logs carry reference numbers and times, and never what you typed.</li>
          <li>
            On the internet this site is served over an encrypted connection, and allows no other company’s code to run
            in its pages.
          </li>
        </ul>
        <p>
          Our staff’s accounts ask for two factors, and each shows what its person’s role allows; who opened or changed
          a record there is logged. A finance manager without an account is sent a link to a single request instead.
          Stores sign in with an access code alone: there is no multi-factor authentication and there are no roles for
          stores today. No protection is perfect. If information of yours gets into the wrong hands, we tell you and the
          authorities as the law requires.
        </p>
      </>
    ),
  },
  {
    id: 'choices',
    title: 'What you can ask of us',
    body: (
      <>
        <p>
          Wherever you live, you can ask us to show you what we hold about you, to correct it, to give you a copy, to
          delete it where no law or open dispute stands against that, and to stop texting, calling or writing. It costs
          nothing and is never held against you.
        </p>
        <p>
          Write to <a href={`mailto:${email}`}>{email}</a> from the address we know, or with the reference number of
          your form. We answer within 45 days. If we refuse something we say why, and you can ask that another person
          here looks at it; you can also complain to your state’s attorney general.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Age, changes and contact',
    body: (
      <>
        <p>
          The service is for people of {legal.minimumAge} and over. We do not knowingly collect anything about anyone
          younger, and delete it when we learn of it. Our servers are run for the {brand.country}.
        </p>
        <p>
          When this policy changes, the date at the top changes; before a change that affects what we already hold, we
          write to active accounts. Questions go to <a href={`mailto:${email}`}>{email}</a> or{' '}
          <a href={telOf(phone)}>{phone}</a>.
        </p>
      </>
    ),
  },
];
