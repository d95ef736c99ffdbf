import { Button } from '#client/ui/Button.tsx';
import {
  type FirstHourView,
  type removeSamples,
  type testText,
  viewFirstHour,
} from '#contract/desk/first-hour-endpoints.ts';
import { keepRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { Said, useSaid } from '../ui/Said.tsx';

/** Shows the checklist from the response to a write. */
export const keepView = (view: FirstHourView): void => keepRead(viewFirstHour, {}, view);

interface PressButtonProps {
  endpoint: typeof removeSamples | typeof testText;
  /** The button's label. `sending` is its label while the press is being sent. */
  label: string;
  sending: string;
}

/** A button that does one thing of the checklist, and says below it why that failed. */
export function PressButton({ endpoint, label, sending: sendingLabel }: PressButtonProps) {
  const { send, sending } = useSend(endpoint);
  const [said, say] = useSaid();
  const press = async () => {
    const result = await send({ body: {} });
    if (result.kind === 'ok') keepView(result.value);
    else say('stop', failureText(result));
  };
  return (
    <>
      <Button aria-disabled={sending} onClick={() => sending || void press()}>
        {sending ? sendingLabel : label}
      </Button>
      <Said said={said} />
    </>
  );
}
