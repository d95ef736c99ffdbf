import { useEffect, useState } from 'react';
import { brand } from '#brand/brand.ts';
import { claims } from '#brand/claims.ts';
import { exchange } from '#client/lib/exchange.ts';
import { readJson } from '#client/lib/storage.ts';
import { LinkButton } from '#client/ui/Button.tsx';
import { telOf } from '#client/ui/tel.ts';
import { pages } from '#contract/pages.ts';
import { textAgentPath } from '#contract/text-agent.ts';
import { Figures } from '../content/Figures.tsx';
import { figureOf } from '../content/figure-of.ts';
import { PageSection } from '../content/PageSection.tsx';
import { Quarters } from '../content/Quarters.tsx';
import './remote-fi.css';

const figureNames = Object.keys(claims) as (keyof typeof claims)[];

/** The moments of the sample session, each at the dealership and at the desk. */
const session = [
  {
    clock: '9:04 pm',
    store: 'You call the direct line, from the Dealer Portal or from your telephone.',
    desk: 'A finance manager answers and asks which store this is and where the deal stands.',
  },
  {
    clock: '9:06 pm',
    store: 'You start AnyDesk, read out its address and press Accept.',
    desk: 'We join the screen in front of you. We see what you see, and no other computer.',
  },
  {
    clock: '9:08 pm',
    store: 'You bring up the deal: buyer, trade, terms, and what the customer wants to pay.',
    desk: 'We structure it with your lenders, in your DMS, and say where we would send it and why.',
  },
  {
    clock: '9:15 pm',
    store: 'You turn the screen to the customer and put the telephone on speaker.',
    desk: 'We introduce ourselves, go through the numbers and the menu, and answer what is asked.',
  },
  {
    clock: '9:27 pm',
    store: 'Your customer decides, and signs: in your store, on your forms.',
    desk: 'We go through the jacket with you before anybody leaves the chair.',
  },
  {
    clock: '9:34 pm',
    store: 'You close AnyDesk. The next connection needs a new Accept.',
    desk: 'We write down what was done and send your store a custom invoice by e-mail.',
  },
] as const;

const controls = [
  { title: 'Nothing starts without you', text: 'You call, you read out the address, you press Accept.' },
  { title: 'Nothing is hidden', text: 'You see every click while it is made, on the screen you sit at.' },
  { title: 'You can take the mouse back', text: 'Move it. Yours and ours are the same pointer, and you are closer.' },
  {
    title: 'You end it',
    text: 'Close AnyDesk and we are out. We never ask for unattended access or its password.',
  },
] as const;

/** The states of a feature in words. The icon says the same. */
const standings = { today: 'Works today', soon: 'Coming Soon', no: 'Not today' } as const;

interface Standing {
  readonly what: string;
  readonly detail: string;
  readonly standing: keyof typeof standings;
}

/** The direct line, not broken at its space. `unbroken` itself would bring a part of the portal along, which this page has no bytes for. */
const unbrokenLine = brand.directLine.replaceAll(' ', '\u00a0');

/** What works today, what is coming, and what does not exist. */
const standingsOf = (textAgentOn: boolean): readonly Standing[] => [
  { what: 'A finance manager by telephone', detail: `Direct line ${unbrokenLine}`, standing: 'today' },
  { what: 'Your screen, shared through AnyDesk', detail: 'Mac or Windows', standing: 'today' },
  {
    what: 'The Dealer Portal',
    detail: 'Opened by an access code; without one, the direct line is the way in',
    standing: 'today',
  },
  {
    what: 'Asking for an agent by text',
    ...(textAgentOn
      ? { detail: 'In the Dealer Portal', standing: 'today' }
      : { detail: 'In the Dealer Portal, once we switch it on', standing: 'soon' }),
  },
  {
    what: `${brand.lync.name}, our own remote desktop`,
    detail: 'No download, no address to read out',
    standing: 'soon',
  },
  {
    what: 'Multi-factor authentication for our staff',
    detail: 'A password and a code, or a passkey, before an account opens',
    standing: 'today',
  },
  {
    what: 'Roles and permissions for our staff',
    detail: 'Four roles; an account sees and does what its role allows',
    standing: 'today',
  },
  {
    what: 'Multi-factor authentication for stores',
    detail: 'The portal asks for the access code and nothing else',
    standing: 'no',
  },
  {
    what: 'Roles and permissions within a store',
    detail: 'Everyone who has the code can do the same',
    standing: 'no',
  },
];

/** Whether Text Agent is switched on. False until the server has said so: the direct line always works. */
function useTextAgent(): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    // The response may be a minute old, so the browser may keep it.
    void exchange(fetch, textAgentPath, { cache: 'default', signal: leaving.signal }).then((response) => {
      const { on } = Object(readJson(response?.text)) as { on?: unknown };
      setOn(on === true);
    });
    return () => leaving.abort();
  }, []);
  return on;
}

/** A remote session as it happens: minute by minute, who is in control, and what exists today. */
export function RemoteFi() {
  const textAgentOn = useTextAgent();
  return (
    <>
      <PageSection material="night" labelledBy="remote-fi" head className="rfi">
        <div className="halves rfi-head">
          <h1 id="remote-fi">
            <span className="rfi-clock">
              9:04 <small>pm</small>
            </span>{' '}
            The customer is in the chair.
          </h1>
          <div className="stack">
            <p className="page-lead">
              Your finance manager went home at six. Here is what happens next, on both sides of the line, until the
              deal is in the jacket.
            </p>
            <p className="soft">
              <span className="tag">sample session</span> The order is real, the times are an example.
            </p>
          </div>
        </div>
        <ol className="rfi-rows">
          {session.map(({ clock, store, desk }) => (
            <li key={clock}>
              <p className="rfi-time">{clock}</p>
              <p className="rfi-store">
                <span className="rfi-side">In your store</span> {store}
              </p>
              <p className="rfi-desk">
                <span className="rfi-side">At our desk</span> {desk}
              </p>
            </li>
          ))}
        </ol>
      </PageSection>

      <PageSection material="paper" labelledBy="control">
        <div className="halves halves-head">
          <h2 id="control">You hold the controls</h2>
          <p className="soft">
            A stranger on your screen is a fair thing to worry about. This is how it stays your screen, with AnyDesk as
            it works today.
          </p>
        </div>
        <Quarters quarters={controls} />
      </PageSection>

      <PageSection material="paper" labelledBy="exists" className="standings tinted" axis={false}>
        <div className="standings-head">
          <h2 id="exists">What exists today</h2>
          <p className="soft">For whoever compares: what works, what is coming, and what we do not have.</p>
        </div>
        <table>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">What</th>
              <th scope="col">Standing</th>
            </tr>
          </thead>
          <tbody>
            {standingsOf(textAgentOn).map(({ what, detail, standing }) => (
              <tr key={what}>
                <th scope="row">
                  {what}
                  <span>{detail}</span>
                </th>
                <td>
                  <span className={`standing standing-${standing}`}>{standings[standing]}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </PageSection>

      <PageSection material="night" labelledBy="targets" axis={false}>
        <div className="stack stack-wide rfi-targets">
          <h2 id="targets">What we hold ourselves to</h2>
          <Figures figures={figureNames.map(figureOf)} />
          <p className="soft">
            A target is a number we work towards, not one we have proved.{' '}
            <a href={pages.status} target="_self">
              What we measured
            </a>{' '}
            takes its place. More about security and records is in the <a href={pages.privacy}>Privacy Policy</a>.
          </p>
        </div>
      </PageSection>

      <PageSection material="night" labelledBy="next">
        <div className="halves">
          <h2 id="next">Is somebody in the chair now?</h2>
          <div className="stack stack-wide">
            <p className="soft">Call the direct line. If your store is new here, send the inquiry and we call you.</p>
            <div className="buttons ways">
              <LinkButton look="primary" href={telOf(brand.directLine)}>
                Call {brand.directLine}
              </LinkButton>
              <LinkButton href={pages.inquiry}>Dealer Inquiry</LinkButton>
            </div>
          </div>
        </div>
      </PageSection>
    </>
  );
}
