import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { late } from '#client/lib/late.ts';
import { timeOfDay } from '#client/lib/time-of-day.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { LinkButton } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { telOfTyped } from '#client/ui/typed-tel.ts';
import { pressWhen, useSettled } from '#client/ui/use-settled.ts';
import type { AgentStep } from '#contract/agent.ts';
import type { AgentView, DoneBody } from '#contract/agent-endpoints.ts';
import { phoneNotProvided, requestTypes } from '#contract/agent-request.ts';
import { anydeskLink, showAnydesk } from '#contract/anydesk.ts';
import { deskPath } from '#contract/desk/path.ts';
import { untilDone } from '../forms/sending/backoff.ts';
import { ActionBar } from './ActionBar.tsx';
import type { AgentPage } from './agent-request.ts';
import { type Action, actionsOf, isLateNow, openQuestion, type Question, questionAfter } from './bar.ts';
import { UnsentNote } from './UnsentNote.tsx';
import { standingOf, stepName, toneOf } from './words.ts';

const loadQuestions = () => import('./Questions.tsx').then((file) => file.OpenQuestion);

/** Fetched early, but after the parts that are read first. */
const OpenQuestion = late(
  loadQuestions,
  () => <p role="alert">A part of this page has not come yet. Wait a moment.</p>,
  untilDone,
);

function Anydesk({ address, settled }: { address: string | null; settled: boolean }) {
  if (address === null) {
    return <p className="agent-missing">Not given yet. It shows here as soon as the dealership gives it.</p>;
  }
  return (
    <div className="wrapped link-copy">
      <p className="agent-address" translate="no">
        {showAnydesk(address)}
      </p>
      <CopyButton text={address} what="AnyDesk address" />
      <LinkButton href={anydeskLink(address)} {...pressWhen(settled)}>
        Open in AnyDesk
      </LinkButton>
    </div>
  );
}

interface FactProps {
  label: string | undefined;
  className?: string;
  children: ReactNode;
}

const Fact = ({ label, className, children }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd className={className}>{children}</dd>
  </div>
);

/** What the previous finance manager wrote at the hand-off. People with an account read it at the desk instead. */
function HandOff({ handOff, now }: { handOff: NonNullable<AgentView['handOff']>; now: string }) {
  const { from, at, lender, products, openStipulations, promised } = handOff;
  const rows = [
    ['Handed off by', `${from}, ${timeOfDay(at, now)}`],
    ['Lender', lender],
    ['Products', products.join(', ')],
    ['Open stipulations', openStipulations],
    ['Promised', promised],
  ].filter(([, value]) => value !== '');
  return rows.map(([label, value]) => (
    <Fact key={label} label={label} className="agent-note">
      {value}
    </Fact>
  ));
}

/** Who to call back and how to join their screen. */
function Facts({ view, settled }: { view: AgentView; settled: boolean }) {
  const { dealerPhone } = view;
  return (
    <>
      <div className="agent-call">
        {view.sameNamed !== null && (
          <p>{view.sameNamed === 2 ? 'Two' : view.sameNamed} dealerships have this name: ask which.</p>
        )}
        {dealerPhone === null ? (
          <p>Callback number: {phoneNotProvided}</p>
        ) : (
          <LinkButton href={telOfTyped(dealerPhone)} {...pressWhen(settled)}>{`Call back ${dealerPhone}`}</LinkButton>
        )}
      </div>
      {view.atDesk && (
        <div className="agent-at-desk">
          <p>The note, the name of who asks and the AnyDesk address are at the desk, behind your sign-in.</p>
          <LinkButton href={deskPath} {...pressWhen(settled)}>
            Sign in at the desk
          </LinkButton>
        </div>
      )}
      <dl className="agent-facts">
        {view.handOff && <HandOff handOff={view.handOff} now={view.serverNow} />}
        {view.callbackName !== null && <Fact label="Ask for">{view.callbackName}</Fact>}
        {!view.atDesk && (
          <>
            <Fact label="AnyDesk address">
              <Anydesk address={view.anydesk} settled={settled} />
            </Fact>
            {view.words !== null && (
              <Fact label="Check words" className="agent-words">
                <p>
                  You say first <strong translate="no">{view.words[0]}</strong>
                </p>
                <p>
                  The store answers <strong translate="no">{view.words[1]}</strong>
                </p>
              </Fact>
            )}
            <Fact label="Note" className="agent-note">
              {view.additionalInfo || 'None'}
            </Fact>
          </>
        )}
        <Fact label="Asked">
          {timeOfDay(view.createdAt, view.serverNow)} · {view.reference}
        </Fact>
        <Fact label="You">{view.you}</Fact>
      </dl>
    </>
  );
}

/** The text in place of the details for an agent who does not have the request. */
function withoutDetails(view: AgentView): string | undefined {
  const { acceptedAt, mine, declinedAt, closing } = view;
  if (mine || (acceptedAt === null && declinedAt === null)) return undefined;
  if (closing === null) {
    if (acceptedAt === null) return 'You can still accept it; then its details show again.';
    if (isLateNow(view)) return 'Whoever takes it over sees the details.';
  }
  return 'Nothing is left for you to do.';
}

interface AgentScreenProps {
  page: AgentPage & { status: 'open' };
  onStep: (step: AgentStep, ending?: DoneBody) => void;
}

/** The open request on an agent's page. */
export function AgentScreen({ page, onStep }: AgentScreenProps) {
  const { view, failed, silent, step, changed = false } = page;
  const [asked, setAsked] = useState<Question>();
  useEffect(() => {
    loadQuestions().catch(() => undefined);
  }, []);
  const question = openQuestion(view, asked);
  // A question that cannot be answered any more is closed. If it came back by itself, it could appear under a thumb that means
  // another button.
  if (asked !== question) setAsked(question);
  const actions = actionsOf(view, question);
  const nothing = withoutDetails(view);
  const settled = useSettled([...actions, nothing === undefined].join());
  // A message moves the facts under the thumb, but not the bar. A new address brings or changes a link there.
  const still = useSettled([failed, silent, changed, view.anydesk].join());

  const act = (action: Action) => {
    setAsked(questionAfter(action, question));
    if (action !== 'ask-done' && action !== 'ask-hand-back' && action !== 'back') onStep(action);
  };
  return (
    <>
      <div className="agent-head" data-tone={toneOf(view)}>
        <p className="link-about">{requestTypes[view.requestType]}</p>
        <h1>{view.dealershipName}</h1>
        <p className="link-standing">{standingOf(view)}</p>
      </div>
      <Alert tone="stop" shown={failed !== undefined}>
        <p>No answer came to “{failed && stepName(failed)}”. Press it again.</p>
      </Alert>
      <Alert tone="note" shown={silent && !failed}>
        <p>No answer from the server. What you see may be out of date; this page keeps asking.</p>
      </Alert>
      <Alert tone="note" shown={changed}>
        <p>The dealership has changed its answers. Read them again.</p>
      </Alert>
      {question !== undefined && (
        <Suspense>
          <OpenQuestion question={question} reference={view.reference} onDone={(ending) => onStep('done', ending)} />
        </Suspense>
      )}
      {(!view.mine || view.closing) && <UnsentNote reference={view.reference} />}
      {question === undefined &&
        (nothing === undefined ? (
          <Facts view={view} settled={settled && still} />
        ) : (
          <p className="agent-over">
            {view.reference} · {nothing}
          </p>
        ))}
      <ActionBar view={view} actions={actions} pending={step} settled={settled} onAction={act} />
    </>
  );
}
