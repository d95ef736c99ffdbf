import { brand } from '#brand/brand.ts';
import { Mark } from '#client/ui/Mark.tsx';
import { pages } from '#contract/pages.ts';
import { Closing } from '../content/Closing.tsx';
import { PageSection } from '../content/PageSection.tsx';
import { Connection, LitWindow, SharedScreen, Voices } from '../content/pictures.tsx';
import './about.css';

/** Who we are: the mission, remote F&I in three steps, and the line between what we do and what we leave to others. */
export function About() {
  return (
    <>
      <PageSection material="night" labelledBy="about" head>
        <div className="halves about-head">
          <div className="stack stack-wide">
            <h1 id="about">The box is never empty.</h1>
            <p className="page-lead">
              In a dealership the finance office is called the box. It is where a customer signs, and after hours it is
              often dark.
            </p>
            <div className="about-mission">
              <h2>Our mission</h2>
              <p>
                No store loses a deal because nobody was there to finance it. {brand.name} puts a finance manager in the
                box of any dealership in the country, whenever the customer is ready to sign.
              </p>
            </div>
          </div>
          <div className="about-picture">
            <LitWindow />
          </div>
        </div>
      </PageSection>

      <PageSection material="paper" labelledBy="steps">
        <div className="halves halves-head">
          <h2 id="steps">Remote F&amp;I in three steps</h2>
          <p className="soft">
            Nothing is shipped, wired or built in. You need a computer with a screen your customer can see, and a
            telephone.
          </p>
        </div>
        <ol className="quarters about-steps">
          <li className="stack">
            <Connection />
            <h3>
              <Mark lit={1} /> Remote connection
            </h3>
            <p className="soft">
              You start AnyDesk and read its address to the finance manager. They ask to join; nothing opens until you
              accept on your own screen.
            </p>
          </li>
          <li className="stack">
            <SharedScreen />
            <h3>
              <Mark lit={2} /> Screen sharing
            </h3>
            <p className="soft">
              Now two people work on one deal, in the systems your store already has. You see every click while it is
              made, and you can take the mouse back at any moment.
            </p>
          </li>
          <li className="stack">
            <Voices />
            <h3>
              <Mark lit={3} /> Voice
            </h3>
            <p className="soft">
              Your customer talks to a person, not to a form. The finance manager goes through the numbers and the menu
              aloud, and answers what is asked.
            </p>
          </li>
          <li className="stack about-result">
            <Mark lit={4} />
            <p className="about-result-line">
              Then the deal is in the jacket, and the box goes dark until you ask again.
            </p>
            <p>
              <a className="onward" href={pages.services}>
                How It Works, from request to invoice
              </a>
            </p>
            <p>
              <a className="onward" href={pages['remote-fi']}>
                A session, minute by minute
              </a>
            </p>
          </li>
        </ol>
      </PageSection>

      <PageSection material="paper" labelledBy="line" className="tinted">
        <h2 id="line" className="visually-hidden">
          What we are, and what we are not
        </h2>
        <div className="halves">
          <div className="stack">
            <h3>What we are</h3>
            <ul className="about-ledger">
              <li>Finance managers and desk specialists who work your deal with you, on your screen.</li>
              <li>On demand: you ask when you have a deal, and not before.</li>
              <li>In your DMS, with your lenders and your forms. The deal stays yours.</li>
            </ul>
          </div>
          <div className="stack">
            <h3>What we are not</h3>
            <ul className="about-ledger">
              <li>A lender. We make no credit decision; your lenders do.</li>
              <li>A new system. There is nothing to move your deals into.</li>
              <li>A recording. This site and our portal keep no picture of your screen.</li>
            </ul>
          </div>
        </div>
      </PageSection>

      <Closing title="Tell us about your store.">
        A short form, about two minutes. A person reads it and answers within 24 hours. For anything else write to{' '}
        <a href={`mailto:${brand.email}`}>{brand.email}</a>.
      </Closing>
    </>
  );
}
