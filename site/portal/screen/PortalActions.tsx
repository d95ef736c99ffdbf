import { type ReactNode, useRef } from 'react';
import { pages } from '#contract/pages.ts';
import { portalTexts } from '#contract/portal.ts';
import './portal-actions.css';
import { Mark, type Square } from '#client/ui/Mark.tsx';
import { pressWhen } from '#client/ui/use-settled.ts';
import { useSettledIn } from '../use-heights.ts';

interface CardProps {
  square: Square;
  button: ReactNode;
  lit?: boolean;
  children: ReactNode;
}

/** One action of the portal. The whole card is the button. */
function PortalCard({ square, button, lit = false, children }: CardProps) {
  return (
    <li className={lit ? 'portal-card portal-card-lit' : 'portal-card'}>
      <Mark lit={square} />
      <h2>{button}</h2>
      <p>{children}</p>
    </li>
  );
}

interface PortalActionsProps {
  textAgent: boolean;
  /** Whether another function receives the requests. Then nothing is heard of them here. */
  isForeign: boolean;
  /** Whether the card of a request is shown. */
  hasRequest: boolean;
  /** Whether that request is over and its card tells nothing to do. */
  isFree: boolean;
  onRequest: () => void;
  onDownload: () => void;
}

/** The three actions of the portal, and in the fourth square what to have ready (S2.32). */
export function PortalActions({ textAgent, isForeign, hasRequest, isFree, onRequest, onDownload }: PortalActionsProps) {
  const list = useRef<HTMLUListElement>(null);
  // They come where “Access Portal” or the card was pressed, and what stands above moves them.
  const settled = useSettledIn(list, hasRequest);
  const button = (text: string, open: () => void) => (
    <button type="button" aria-haspopup="dialog" {...pressWhen(settled, open)}>
      {text}
    </button>
  );
  return (
    <ul ref={list} className={hasRequest ? 'portal-actions portal-actions-low' : 'portal-actions'}>
      <PortalCard square={1} lit={!hasRequest || isFree} button={button(portalTexts.requestAnAgent, onRequest)}>
        {textAgent
          ? `A finance manager on your screen. Call, or send a text${isForeign ? '' : ' and watch it here'}.`
          : 'A finance manager on your screen. One call does it.'}
      </PortalCard>
      <PortalCard square={2} button={button(portalTexts.downloadAnydesk, onDownload)}>
        The screen sharing that your finance manager joins by. Mac or Windows, once per computer.
      </PortalCard>
      <PortalCard
        square={3}
        button={
          <a href={pages['dealer-intake']} target="_blank" rel="noopener" {...pressWhen(settled)}>
            {portalTexts.dealerIntakeForm}
          </a>
        }
      >
        Register a store or send changed details. Opens in a new tab.
      </PortalCard>
      {!hasRequest && (
        <li className="portal-ready">
          <Mark lit={4} />
          <h2>Have it ready</h2>
          <ol>
            <li>AnyDesk open on the deal’s computer</li>
            <li>Its address code of 9 or 10 digits</li>
            <li>The deal itself: customer, car, numbers</li>
          </ol>
        </li>
      )}
    </ul>
  );
}
