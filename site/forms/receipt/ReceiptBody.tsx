import { useStore } from '#client/lib/store.ts';
import { Button } from '#client/ui/Button.tsx';
import { sharedUnheard } from '../sending/unheard.ts';
import { Agents } from './Agents.tsx';
import { PrintCopy, saveCopy } from './copies.tsx';
import { nextSteps } from './next-steps.ts';
import type { Receipt } from './receipts.ts';

/** What happens next and when, whom to call, and the ways to keep a copy. */
export function ReceiptBody({ receipt }: { receipt: Receipt }) {
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
      <div className="receipt-copies">
        <Button onClick={() => print()}>Print a copy</Button>
        <Button onClick={() => saveCopy(receipt)}>Save a copy</Button>
      </div>
      <PrintCopy receipt={receipt} />
    </>
  );
}
