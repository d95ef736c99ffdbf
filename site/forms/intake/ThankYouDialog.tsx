import { brand } from '#brand/brand.ts';
import { LinkButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { pages } from '#contract/pages.ts';
import { texts } from '#contract/texts.ts';
import { ReceiptDetails, ReceiptReference } from '../receipt/ReceiptParts.tsx';
import type { Receipt } from '../receipt/receipts.ts';

/** Shown when the intake was received: thanks, the promise of an access code, and the receipt. */
export function ThankYouDialog({ receipt, open, onClose }: { receipt: Receipt; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title={receipt.state === 'received' ? 'Thank you' : 'Waiting for a connection'}
      onClose={onClose}
      size="note"
    >
      <p className="dialog-lead">
        {receipt.state === 'received' ? (
          <>
            {brand.name} will send you an Exclusive Access Code for the Dealer Portal by e-mail or text, because this
            site is still under construction.
          </>
        ) : (
          <>
            You are offline. Your {receipt.isChange ? 'change' : 'registration'} goes out by itself when you are back
            online.
          </>
        )}
      </p>
      <ReceiptReference receipt={receipt} />
      {/* A closed dialog stays mounted, and would be printed beside the receipt on the page. */}
      {open && <ReceiptDetails receipt={receipt} />}
      <div className="dialog-end">
        <LinkButton look="primary" href={pages.home}>
          {texts.returnHome}
        </LinkButton>
      </div>
    </Dialog>
  );
}
