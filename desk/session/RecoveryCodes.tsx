import './factor.css';
import { Button } from '#client/ui/Button.tsx';
import { copyText } from '#client/ui/CopyButton.tsx';
import { useHoldOpen } from '#client/ui/Dialog.tsx';
import { keepRecoveryCodes, renewRecoveryCodes } from '#contract/desk/account-endpoints.ts';
import { callDesk, failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { currentSessionState, refreshSessionState, setSessionState } from '../lib/session.ts';
import { showOnce } from '../lib/shown-once.ts';
import { TickInput } from '../ui/fields.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { type Fault, faultOf, SendForm } from '../ui/SendForm.tsx';
import { isPassing } from './passing.ts';

const fileName = 'desk-recovery-codes.txt';

function download(codes: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/** The ten recovery codes. The person can go on only after they tick that they have kept them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [said, say] = useSaid();
  // The codes are shown only once, so neither Esc nor the close button closes the dialog.
  useHoldOpen(true, () => say('stop', 'They are not shown again. Keep them, tick that you have, and go on.'));
  const copy = async () => {
    if (await copyText(codes.join('\n'))) say('go', 'Copied.');
    else say('stop', 'The browser did not allow copying. Select the codes, or download them.');
  };
  const keep = async (data: FormData): Promise<Fault | undefined> => {
    if (data.get('kept') !== 'yes')
      return { field: 'kept', text: 'Tick this when you have kept the codes: they are not shown again.' };
    const result = await callDesk(keepRecoveryCodes, { body: { code: codes[0] ?? '' } });
    // A server that is away for a moment can be told again. Whatever else it says, the person has kept the codes.
    if (result.kind !== 'ok' && isPassing(result)) return faultOf(result);
    if (result.kind === 'ok') setSessionState(result.value);
    onKept();
    return undefined;
  };
  return (
    <>
      <p className="soft">
        Each code lets you in once when your second factor is lost. Keep them where your second factor is not: on paper,
        or in a password manager. They are shown only now.
      </p>
      <ol className="numerals boxed codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row-of-buttons">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => download(codes)}>Download</Button>
        <Button onClick={() => print()}>Print</Button>
      </div>
      <Said said={said} />
      <SendForm draft={null} submit="Go on" sending="Going on…" onSend={keep}>
        <TickInput name="kept" label="I have kept these codes" />
      </SendForm>
    </>
  );
}

/**
 * Shows recovery codes once, over the page that is open.
 *
 * @param answer the server's answer that brought them
 */
export const showCodes = (answer: object, title: string, codes: readonly string[]): void =>
  showOnce(answer, { title, draw: (onKept) => <RecoveryCodes codes={codes} onKept={onKept} /> });

/** Makes ten new recovery codes and shows them. Resolves to why it failed; undefined when it worked. */
export async function renewCodes(): Promise<string | undefined> {
  const session = currentSessionState();
  const seen = session.state === 'signed-in' ? session.recoveryCodesMadeAt : undefined;
  const result = await sendDesk(renewRecoveryCodes, { body: { seen } });
  // It may have been done all the same, or by another press.
  void refreshSessionState();
  if (result.kind !== 'ok') return failureText(result);
  showCodes(result.value, 'Your new recovery codes', result.value.recoveryCodes);
  return undefined;
}
