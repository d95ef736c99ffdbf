import type { ReactNode } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { portalTexts } from '#contract/portal.ts';

/** Shown when the request was stored: what to have ready for the agent (S2.36). */
export function RequestedPanel({ onClose, more }: { onClose: () => void; more?: ReactNode }) {
  return (
    <>
      <ol className="ready-steps">
        <li>Have the AnyDesk app open</li>
        <li>Have the AnyDesk address code ready</li>
      </ol>
      <div className="dialog-end">
        <Button look="primary" onClick={onClose}>
          {portalTexts.gotIt}
        </Button>
        {more}
      </div>
    </>
  );
}
