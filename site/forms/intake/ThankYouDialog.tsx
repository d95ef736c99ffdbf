import { useState } from 'react';
import { brand } from '#brand/brand.ts';
import { LinkButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { texts } from '#contract/fixed-texts.ts';
import { pages } from '#contract/pages.ts';
import { ReceiptDetails, ReceiptReference } from '../receipt/ReceiptParts.tsx';
import { type Receipt, receiptState } from '../receipt/receipts.ts';

/** Shown when the intake was received: thanks, the promise of an access code, and the receipt. */
export function ThankYouDialog({ receipt, open, onClose }: { receipt: Receipt; open: boolean; onClose: () => void }) {
  const isReceived = receipt.state === 'received';
  const [hasWaited] = useState(!isReceived);
  return (
    <Dialog open={open} title={isReceived ? 'Thank you' : 'Waiting for a connection'} onClose={onClose} size="note">
      {/* The title has the focus already when it changes, and the note about the form stands behind the dialog. */}
      <p className="visually-hidden" role="status">
        {hasWaited && isReceived && receiptState(receipt)}
      </p>
      <p className="dialog-lead">
        {isReceived
          ? `${brand.name} will send you an Exclusive Access Code for the Dealer Portal by e-mail or text, because this site is still under construction.`
          : `You are offline. Your ${receipt.isChange ? 'change' : 'registration'} goes out by itself when you are back online.`}
      </p>
      <ReceiptReference receipt={receipt} />
      {/* A closed dialog stays mounted, and would be printed beside the receipt on the page. */}
      {open && <ReceiptDetails receipt={receipt} />}
      <div className="dialog-end lead-actions">
        <LinkButton look="primary" href={pages.home}>
          {texts.returnHome}
        </LinkButton>
      </div>
    </Dialog>
  );
}
