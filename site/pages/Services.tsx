import type { ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import { cost } from '#brand/cost.ts';
import { pages } from '#contract/pages.ts';
import { Closing } from '../content/Closing.tsx';
import { PageSection } from '../content/PageSection.tsx';
import { AccessCode, Invoice, Jacket, PortalCard } from '../content/pictures.tsx';
import './services.css';

interface StepProps {
  title: string;
  picture: ReactNode;
  /** What the store has to do in this step. */
  yourPart: string;
  children: ReactNode;
}

/** One square of the worksheet. Its number is its position. */
function Step({ title, picture, yourPart, children }: StepProps) {
  return (
    <li className="foursquare-square">
      <div className="foursquare-picture">{picture}</div>
      <h3>{title}</h3>
      <p className="soft">{children}</p>
      <p className="foursquare-part">
        <span>Your part</span> {yourPart}
      </p>
    </li>
  );
}

/** No line ends within it. */
const email = <span className="services-email">e-mail</span>;

/** The page How It Works: the service in four squares, drawn like the worksheet of a deal. */
export function Services() {
  return (
    <>
      <PageSection material="night" labelledBy="services" head className="foursquare-head">
        <div className="halves">
          <h1 id="services">Here is our four-square.</h1>
          <p className="page-lead">
            You write every deal on a sheet with four squares. This one says what we do, what you do, and when money
            changes hands: at the end.
          </p>
        </div>
        <div className="foursquare paper">
          <div className="foursquare-tab">
            <h2>How It Works</h2>
            <p>One deal, four squares</p>
          </div>
          <ol className="foursquare-squares">
            <Step title="Request an agent" picture={<PortalCard />} yourPart="one press in the Dealer Portal">
              Open the Dealer Portal from any computer in the store and choose Request An Agent: by telephone on the
              direct line, or by text where the portal offers it.
            </Step>
            <Step title="Remote connect" picture={<AccessCode />} yourPart="the code, and Accept on your screen">
              Your Exclusive Access Code opens the portal. Then you read your AnyDesk address to the agent, accept the
              connection, and you share one screen.
            </Step>
            <Step title="Deal completion" picture={<Jacket />} yourPart="the customer, and the signatures">
              The agent structures the deal with your lenders, presents the menu to your customer by voice and goes
              through the paperwork with you until the jacket is complete.
            </Step>
            <Step title="Pay the invoice" picture={<Invoice />} yourPart="payment, after the deal">
              You get a custom invoice for the deal by {email}. Pay from that {email} or through the portal; until the
              portal takes payments, the {email} is the way.
            </Step>
          </ol>
        </div>
      </PageSection>

      <PageSection material="paper" labelledBy="ask">
        <div className="halves halves-head">
          <h2 id="ask">Two people, and two ways to put them to work</h2>
          <p className="soft">
            You do not hire either. You ask for one when there is a deal on the desk, and let them go when it is done.
          </p>
        </div>
        <dl className="quarters services-terms">
          <div>
            <dt>Finance manager</dt>
            <dd>
              Takes the deal from the handshake to the signature: lender, terms, menu, paperwork. Talks with your
              customer.
            </dd>
          </div>
          <div>
            <dt>Desk specialist</dt>
            <dd>
              Works the numbers with your sales desk: structure, payment, trade, which lender to send it to first. Talks
              with you.
            </dd>
          </div>
          <div>
            <dt>Active deal</dt>
            <dd>The customer is in the chair, and somebody joins your screen now.</dd>
          </div>
          <div>
            <dt>Custom request</dt>
            <dd>
              Everything else: a deal that came back, a stipulation you cannot clear, a jacket somebody should look over
              before it is sent.
            </dd>
          </div>
        </dl>
      </PageSection>

      <PageSection material="paper" labelledBy="cost" className="tinted" axis={false}>
        <div className="halves">
          <h2 id="cost">What it costs, line by line</h2>
          <p className="page-lead services-answer">
            Asking costs nothing and commits you to no deal. What we do for a deal is invoiced when the deal is done.
          </p>
        </div>
        <table className="cost-rows">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">What</th>
              <th scope="col">What it costs</th>
            </tr>
          </thead>
          <tbody>
            {cost.rows.map(({ what, price }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{price}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="cost-times">
          {cost.times.map(({ when, words }) => (
            <div key={when}>
              <dt>{when}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p className="cost-more">
          The fees are in your written terms and not on this page, because they depend on what your store sends us.{' '}
          {brand.name} takes no card number on this site.{' '}
          <a className="onward" href={pages.terms}>
            Fees and invoices in the Terms of Service
          </a>
        </p>
      </PageSection>

      <Closing title="Put your store on the desk.">
        Start with the inquiry. If we fit, the <a href={pages['dealer-intake']}>dealer intake</a> registers your store.
        Then we send you a link by {email} or text, and you make your Exclusive Access Code by one press.
      </Closing>
    </>
  );
}
