import type { ReactNode } from 'react';
import { pages } from '#contract/pages.ts';
import { portalTexts } from '#contract/portal.ts';
import './squares.css';
import { Mark, type Square } from '#client/ui/Mark.tsx';

interface CardProps {
  square: Square;
  press: ReactNode;
  lit?: boolean;
  children: ReactNode;
}

/** One card of the portal. The whole of it is the press. */
function PortalCard({ square, press, lit = false, children }: CardProps) {
  return (
    <li className={lit ? 'portal-card portal-card-lit' : 'portal-card'}>
      <Mark lit={square} />
      <h2>{press}</h2>
      <p>{children}</p>
    </li>
  );
}

interface SquaresProps {
  textAgent: boolean;
  /** Whether a request runs; then its card is what is lit, and these step back. */
  running: boolean;
  onRequest: () => void;
  onDownload: () => void;
}

/** The three cards and, in the fourth square, what to have ready: the four-square with one square lit (S2.32). */
export function Squares({ textAgent, running, onRequest, onDownload }: SquaresProps) {
  return (
    <ul className={running ? 'squares squares-low' : 'squares'}>
      <PortalCard
        square={1}
        lit={!running}
        press={
          <button type="button" aria-haspopup="dialog" onClick={onRequest}>
            {portalTexts.requestAnAgent}
          </button>
        }
      >
        {textAgent
          ? 'A finance manager on your screen. Call, or send a text and watch it here.'
          : 'A finance manager on your screen. One call does it.'}
      </PortalCard>
      <PortalCard
        square={2}
        press={
          <button type="button" aria-haspopup="dialog" onClick={onDownload}>
            {portalTexts.downloadAnydesk}
          </button>
        }
      >
        The screen sharing that your finance manager joins by. Mac or Windows, once per computer.
      </PortalCard>
      <PortalCard
        square={3}
        press={
          <a href={pages['dealer-intake']} target="_blank" rel="noopener">
            {portalTexts.dealerIntakeForm}
          </a>
        }
      >
        Register a store or send changed details. Opens in a new tab.
      </PortalCard>
      {!running && (
        <li className="portal-ready">
          <Mark lit={4} />
          <h2>Have it ready</h2>
          <ol>
            <li>AnyDesk open on the deal’s computer</li>
            <li>Its 9-digit address code</li>
            <li>The deal itself: customer, car, numbers</li>
          </ol>
        </li>
      )}
    </ul>
  );
}
