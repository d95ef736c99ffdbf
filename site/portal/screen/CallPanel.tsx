import { brand } from '#brand/brand.ts';
import { Button } from '#client/ui/Button.tsx';
import { portalTexts } from '#contract/portal.ts';
import { CallLink } from '../CallLink.tsx';

/** The direct line in large digits, and the button that dials it (S2.34). */
export function CallPanel({ dealership, onClose }: { dealership: string | undefined; onClose: () => void }) {
  return (
    <>
      <p className="call-number">{brand.directLine}</p>
      <p className="call-words">
        {dealership ? `Say that you are ${dealership}` : 'Say which store you are'} and ask for a finance manager.
      </p>
      <div className="dialog-end">
        <CallLink look="primary" label={portalTexts.callNow} />
        <Button onClick={onClose}>{portalTexts.close}</Button>
      </div>
    </>
  );
}
