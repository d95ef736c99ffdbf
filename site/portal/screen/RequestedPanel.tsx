import { type ReactNode, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { pressWhen, useSettled } from '#client/ui/use-settled.ts';
import { portalTexts } from '#contract/portal.ts';
import { useHeights } from '../use-heights.ts';

/** Shown when the request was stored: what to have ready for the agent (S2.36). */
export function RequestedPanel({ onClose, more }: { onClose: () => void; more?: ReactNode }) {
  const end = useRef<HTMLDivElement>(null);
  // It comes where “Request Agent” was pressed, and the news above move it.
  const settled = useSettled(useHeights(end));
  return (
    <>
      <ol className="ready-steps">
        <li>Have the AnyDesk app open</li>
        <li>Have the AnyDesk address code ready</li>
      </ol>
      <div ref={end} className="dialog-end">
        <Button look="primary" {...pressWhen(settled, onClose)}>
          {portalTexts.gotIt}
        </Button>
        {more}
      </div>
    </>
  );
}
