import { useState } from 'react';
import { brand } from '#brand/brand.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { unbroken } from '#client/ui/unbroken.ts';
import { pressWhen, useSettled } from '#client/ui/use-settled.ts';
import { portalTexts } from '#contract/portal.ts';

interface ChoosePanelProps {
  textAgent: boolean;
  /** Whether nobody is on shift or is rung at the desk. */
  isEmpty: boolean;
  /** Whether another function receives the requests. Then nothing is heard of them here. */
  isForeign: boolean;
  /** Whether another request is active already. */
  hasActiveRequest: boolean;
  onText: () => void;
  onCall: () => void;
}

const whyId = 'text-agent-why';

/** The two ways to an agent (S2.33). Text Agent says why it cannot be used while it is switched off. */
export function ChoosePanel({ textAgent, isEmpty, isForeign, hasActiveRequest, onText, onCall }: ChoosePanelProps) {
  const [refused, setRefused] = useState(0);
  const isBeside = textAgent && hasActiveRequest;
  const isCallFirst = !textAgent || isEmpty;
  // The lines come above the buttons, also while the panel is open.
  const settled = useSettled([isBeside, isEmpty].join());
  const text = pressWhen(settled || !textAgent, () => (textAgent ? onText() : setRefused(refused + 1)));
  return (
    <>
      <div role="status">
        {isBeside && (
          <p className="ways-note">
            A request of yours is under way. Another one goes out beside it; the call is faster.
          </p>
        )}
        {textAgent && isEmpty && <p className="ways-note">Nobody is on shift now. A call is faster.</p>}
      </div>
      <ul className="request-ways">
        <li className={textAgent ? 'way' : 'way way-off'}>
          <Button
            look={isCallFirst ? 'plain' : 'primary'}
            {...text}
            aria-disabled={text['aria-disabled'] ?? (!textAgent || undefined)}
            aria-describedby={whyId}
          >
            {portalTexts.textAgent}
            {!textAgent && <span className="way-soon">{portalTexts.comingSoon}</span>}
          </Button>
          <p id={whyId}>
            {textAgent
              ? `Say what it is for. It ${isEmpty ? 'is at the desk at once' : 'goes out at once'}${isForeign ? '' : ', and you watch it here'}.`
              : hasActiveRequest
                ? 'Requests by text are switched off now. Call.'
                : 'Requests by text are not switched on yet.'}
          </p>
        </li>
        <li className="way">
          <Button look={isCallFirst ? 'primary' : 'plain'} {...pressWhen(settled, onCall)}>
            {portalTexts.callAgent}
          </Button>
          <p>The direct line, {unbroken(brand.directLine)}. Say which store you are.</p>
        </li>
      </ul>
      <Alert tone="stop" shown={refused > 0 && !textAgent} attempt={refused}>
        <p>
          {portalTexts.textAgent} is {portalTexts.comingSoon.toLowerCase()}. {portalTexts.callAgent} reaches the desk
          now.
        </p>
      </Alert>
    </>
  );
}
