import type { ReactNode } from 'react';
import { LinkButton } from '#client/ui/Button.tsx';
import { Mark, type Square } from '#client/ui/Mark.tsx';
import { pages } from '#contract/pages.ts';

interface Step {
  readonly square: Square;
  readonly title: string;
  readonly words: string;
  /** A small drawing of the step's result. */
  readonly slip: ReactNode;
}

const steps: readonly Step[] = [
  {
    square: 1,
    title: 'Request an agent',
    words: 'Open the Dealer Portal and ask for a finance manager: by phone, or by text where the portal offers it.',
    slip: (
      <span className="slip slip-line">
        <span>9:04 pm</span>
        <span>Active deal</span>
      </span>
    ),
  },
  {
    square: 2,
    title: 'Connect',
    words: 'Your exclusive access code opens the portal. Read out one address and we are on your screen.',
    slip: <span className="slip slip-code">K7QD 2MRX 9TFW</span>,
  },
  {
    square: 3,
    title: 'Complete the deal',
    words: 'We structure it, take your customer through it by voice, and get the jacket ready for the lender.',
    slip: <span className="slip slip-stamp">Jacket ready</span>,
  },
  {
    square: 4,
    title: 'Pay the invoice',
    words: 'A custom invoice comes by e-mail. Pay from there; through the portal as soon as it takes payments.',
    slip: (
      <span className="slip slip-line">
        <span>1 deal</span>
        <span>Invoice 0417</span>
      </span>
    ),
  },
];

/** How a deal goes: our four steps in the squares of a worksheet that every store knows. */
export function ServicesSection() {
  return (
    <section className="quarter paper services" id="services" aria-labelledby="services-title">
      <div className="frame quarter-frame">
        <div className="services-head">
          <h2 id="services-title">
            You know the <span>four-square.</span> <span>This is ours.</span>
          </h2>
          <div>
            <p>Four squares, from the first ring to the invoice, the same every time.</p>
            <LinkButton href={pages.services}>How it works</LinkButton>
          </div>
        </div>
        <ol className="worksheet">
          {steps.map(({ square, title, words, slip }) => (
            <li key={title}>
              <h3>
                <Mark lit={square} />
                {title}
              </h3>
              <p>{words}</p>
              <p className="worksheet-slip" aria-hidden="true">
                {slip}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
