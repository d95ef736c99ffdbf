import './factor.css';
import { encode } from 'uqr';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { addPasskey, addTotp, beginPasskey, beginTotp } from '#contract/desk/account-endpoints.ts';
import { createPasskey } from '../lib/passkey.ts';
import type { ValueOf } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { TextInput } from '../ui/fields.tsx';
import { Waiting } from '../ui/Loaded.tsx';
import { type Fault, faultOf, SendForm, takeResult, textOf } from '../ui/SendForm.tsx';
import { AppCodeInput } from './AppCodeInput.tsx';
import { useAnswer } from './use-answer.ts';

/** The server's answer when a factor was added. */
export type Added = ValueOf<typeof addTotp>;

/** A secret in groups of four, `ABCD EFGH …`, which is easier to type. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The light border that a scanner needs around the code, in modules (ISO/IEC 18004: four). */
const qrBorder = 4;

/** A text as a QR code, drawn in this page as one SVG path. The text is sent nowhere. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + qrBorder} ${y + qrBorder}h1v1h-1z` : '')))
    .join('');
  const width = size + 2 * qrBorder;
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${width} ${width}`} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

/** Adds an authenticator app. It shows the secret to scan or type, and asks for a first code as proof that the app has it. */
export function AddApp({ onAdded }: { onAdded: (added: Added) => void }) {
  const [begun, again] = useAnswer(() => sendDesk(beginTotp, { body: {} }));
  const secret = begun?.kind === 'ok' ? begun.value : undefined;
  const fault = begun && begun.kind !== 'ok' ? failureText(begun) : undefined;
  const send = async (data: FormData) =>
    takeResult(await sendDesk(addTotp, { body: { code: textOf(data, 'code') } }), onAdded, { wrongFactor: 'code' });
  return (
    <>
      <Alert tone="stop" shown={fault !== undefined}>
        <p>{fault}</p>
        <p>
          <Button onClick={again}>Try again</Button>
        </p>
      </Alert>
      {!secret && fault === undefined && <Waiting what="a new secret" />}
      {secret && (
        <ol className="steps">
          <li>
            <p>Scan this with your authenticator app, or type the secret into it.</p>
            <QrCode text={secret.uri} label="QR code of the secret" />
            <p className="boxed said">
              <span className="visually-hidden">Secret: </span>
              <span className="secret">{grouped(secret.secret)}</span>
            </p>
          </li>
          <li>
            <SendForm draft={null} submit="Add the app" sending="Checking…" onSend={send}>
              <AppCodeInput name="code" label="The code that the app shows now" help="Six digits." />
            </SendForm>
          </li>
        </ol>
      )}
    </>
  );
}

/** Adds a passkey under a name that the person chooses. */
export function AddPasskey({ onAdded }: { onAdded: (added: Added) => void }) {
  const send = async (data: FormData): Promise<Fault | undefined> => {
    const name = textOf(data, 'name');
    if (name === '') return { field: 'name', text: 'Give it a name, such as the device that it is on.' };
    const options = await sendDesk(beginPasskey, { body: {} });
    if (options.kind !== 'ok') return faultOf(options);
    const outcome = await createPasskey(options.value);
    if ('text' in outcome) return outcome;
    return takeResult(await sendDesk(addPasskey, { body: { name, response: outcome.response } }), onAdded);
  };
  return (
    <SendForm draft={null} submit="Add a passkey" sending="Waiting for your passkey…" onSend={send}>
      <TextInput
        name="name"
        label="Name of the passkey"
        help="Such as “Work laptop” or “Blue key”, so that you know it in the list."
        maxLength={80}
      />
    </SendForm>
  );
}
