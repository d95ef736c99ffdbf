import { useEffect, useState } from 'react';
import { listen } from '#client/lib/listen.ts';
import { useStore } from '#client/lib/store.ts';
import { Button } from '#client/ui/Button.tsx';
import { sharedUnheard } from '../sending/unheard.ts';
import { Agents } from './Agents.tsx';
import { PrintCopy, saveCopy } from './copies.tsx';
import { nextSteps } from './next-steps.ts';
import type { ReceiptProps } from './ReceiptParts.tsx';

/** What happens next and when, whom to call, and the ways to keep a copy. */
export function ReceiptBody({ receipt, onDismiss }: ReceiptProps) {
  /** How often its own button has asked for paper since the last print. */
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const stop = listen(window, { afterprint: () => setAsked(0) });
    print();
    return stop;
  }, [asked]);
  // Whenever more is known of sends without an answer, the receipt may be of earlier answers.
  useStore(sharedUnheard().leads);
  return (
    <>
      <h3 className="receipt-heading">What happens next</h3>
      <ol className="receipt-steps">
        {nextSteps(receipt).map(({ when, what }) => (
          <li key={when}>
            <span className="receipt-step-when">{when}</span>
            <span>{what}</span>
          </li>
        ))}
      </ol>
      <Agents />
      <div className="buttons receipt-copies">
        <Button onClick={() => setAsked(asked + 1)}>Print a copy</Button>
        <Button onClick={() => saveCopy(receipt)}>Save a copy</Button>
      </div>
      {/* A receipt that was left is no longer what the page is about, so the browser's own print has the page. */}
      {(!onDismiss || asked > 0) && <PrintCopy receipt={receipt} />}
    </>
  );
}
