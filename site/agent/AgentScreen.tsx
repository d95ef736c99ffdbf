import type { AgentStep, AgentView, EndedView } from '#contract/agent.ts';
import { phoneNotProvided, requestTypes } from '#contract/agent-request.ts';
import { anydeskLink, showAnydesk } from '#contract/anydesk.ts';
import { timeOfDay } from '../portal/clock.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { telOf } from '../ui/tel.ts';
import type { AgentPage } from './agent-request.ts';
import { CopyButton } from './CopyButton.tsx';

const stepWords: Record<AgentStep, { press: string; pressed: string }> = {
  accept: { press: 'Accept', pressed: 'Accepting…' },
  connected: { press: 'Connected', pressed: 'Saying so…' },
  done: { press: 'Done', pressed: 'Closing…' },
};

/** What the agent can say now, the next thing first. */
function stepsOf({ acceptedAt, connectedAt, mine }: AgentView): AgentStep[] {
  if (acceptedAt === null) return ['accept'];
  if (!mine) return [];
  return connectedAt === null ? ['connected', 'done'] : ['done'];
}

/** Where the request stands, for the one who reads it. */
export function standingOf({ acceptedAt, acceptedBy, connectedAt, mine }: AgentView): string {
  if (acceptedAt === null) return 'Nobody has it yet. The first to accept has it.';
  if (!mine) return `${acceptedBy ?? 'Another agent'} has it, since ${timeOfDay(acceptedAt)}.`;
  if (connectedAt !== null) return `You are connected, since ${timeOfDay(connectedAt)}.`;
  return `It is yours, since ${timeOfDay(acceptedAt)}.`;
}

export function endingOf({ state, endedAt, acceptedBy, mine }: EndedView): string {
  const at = timeOfDay(endedAt);
  if (state === 'cancelled') return `The dealership cancelled it at ${at}.`;
  if (state === 'expired') return `It expired at ${at}. Nobody has to come.`;
  return mine ? `You closed it at ${at}.` : `${acceptedBy ?? 'The agent'} closed it at ${at}.`;
}

function Anydesk({ address }: { address: string | null }) {
  if (address === null) {
    return <p className="agent-missing">Not given yet. It shows here as soon as the dealership gives it.</p>;
  }
  return (
    <div className="agent-anydesk">
      <p className="agent-address">{showAnydesk(address)}</p>
      <CopyButton text={address} what="AnyDesk address" />
      <LinkButton href={anydeskLink(address)}>Open in AnyDesk</LinkButton>
    </div>
  );
}

function Steps({ page, onStep }: { page: AgentPage & { state: 'open' }; onStep: (step: AgentStep) => void }) {
  const steps = stepsOf(page.view);
  if (steps.length === 0) return null;
  return (
    <div className="agent-steps">
      {steps.map((step, index) => (
        <Button
          key={step}
          look={index === 0 ? 'primary' : 'plain'}
          aria-disabled={page.step !== undefined || undefined}
          onClick={() => page.step === undefined && onStep(step)}
        >
          {page.step === step ? stepWords[step].pressed : stepWords[step].press}
        </Button>
      ))}
    </div>
  );
}

/** Who to call back and how to join their screen. */
function Facts({ view }: { view: AgentView }) {
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
          <LinkButton href={telOf(dealerPhone)}>Call back {dealerPhone}</LinkButton>
        )}
      </div>
      <dl className="agent-facts">
        {view.callbackName !== null && (
          <div>
            <dt>Ask for</dt>
            <dd>{view.callbackName}</dd>
          </div>
        )}
        <div>
          <dt>AnyDesk address</dt>
          <dd>
            <Anydesk address={view.anydesk} />
          </dd>
        </div>
        <div>
          <dt>Note</dt>
          <dd className="agent-note">{view.additionalInfo || 'None'}</dd>
        </div>
        <div>
          <dt>Asked</dt>
          <dd>
            {timeOfDay(view.storedAt)} · {view.reference}
          </dd>
        </div>
        <div>
          <dt>You</dt>
          <dd>{view.you}</dd>
        </div>
      </dl>
    </>
  );
}

/** Somebody else has it. Then there is nobody to call, and no screen to join. */
const isTaken = ({ acceptedAt, mine }: AgentView): boolean => acceptedAt !== null && !mine;

/** A request as an agent sees it. */
export function AgentScreen({
  page,
  onStep,
}: {
  page: AgentPage & { state: 'open' };
  onStep: (step: AgentStep) => void;
}) {
  const { view, failed, silent } = page;
  return (
    <>
      <div className="agent-head" data-mine={view.mine}>
        <p className="agent-type">{requestTypes[view.requestType]}</p>
        <h1>{view.dealershipName}</h1>
        <p className="agent-standing" role="status">
          {standingOf(view)}
        </p>
      </div>
      {isTaken(view) ? (
        <p className="agent-over">{view.reference} · Nothing is left for you to do.</p>
      ) : (
        <Facts view={view} />
      )}
      <Alert tone="stop" shown={failed !== undefined}>
        <p>“{failed && stepWords[failed].press}” did not arrive. Press it again.</p>
      </Alert>
      <Alert tone="note" shown={silent && !failed}>
        <p>No answer from the server. What stands here may be old; this page keeps asking.</p>
      </Alert>
      <Steps page={page} onStep={onStep} />
    </>
  );
}
