import { Link } from 'wouter';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { signIn, signInWithPasskey } from '#contract/desk/session-endpoints.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { leftBySession } from '../lib/drafts.ts';
import { callDesk, failureText } from '../lib/request.ts';
import { refreshSessionState, setSessionState } from '../lib/session.ts';
import { usePress } from '../lib/use-press.ts';
import { PasswordInput, TextInput } from '../ui/fields.tsx';
import { SendForm, takeResult, textOf } from '../ui/SendForm.tsx';
import { GatePage } from './GatePage.tsx';
import { givenPasskey } from './PasskeyForm.tsx';

/** Signs in with only a passkey. Resolves to why it failed; undefined when it worked. */
async function signInByPasskey(): Promise<string | undefined> {
  const given = await givenPasskey();
  if ('text' in given) return given.text;
  const result = await callDesk(signInWithPasskey, { body: { response: given.response } });
  if (result.kind !== 'ok') return failureText(result);
  setSessionState(result.value);
  return undefined;
}

function PasskeyButton() {
  const { busy, fault, attempt, press } = usePress(signInByPasskey);
  return (
    <>
      <Button aria-disabled={busy} onClick={press}>
        {busy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </Button>
      <Alert tone="stop" shown={fault !== undefined} attempt={attempt}>
        <p>{fault}</p>
      </Alert>
    </>
  );
}

/** Asks for the first factor, or for a passkey alone. */
export function SignIn({ deviceLink }: { deviceLink: boolean }) {
  // Read again at each render: after a sign-out this page may be drawn before the drafts are dropped.
  const left = leftBySession();
  return (
    <GatePage title="Sign in">
      <Alert tone="note" shown={left !== undefined && !deviceLink}>
        <p>
          Your session has ended. Sign in again to go on.
          {left?.hasTyped && ' What you typed in this tab comes back once you have.'}
        </p>
      </Alert>
      <Alert tone="note" shown={deviceLink}>
        <p>Sign in first. Your link then lets this device try codes again.</p>
      </Alert>
      <SendForm
        draft={null}
        submit="Go on"
        sending="Checking…"
        onSend={async (data) => {
          const body = { email: textOf(data, 'email'), password: String(data.get('password') ?? '') };
          return takeResult(await callDesk(signIn, { body }), setSessionState);
        }}
      >
        <TextInput name="email" label="E-mail address" type="email" autoComplete="username" inputMode="email" />
        <PasswordInput name="password" label="Password" autoComplete="current-password" />
      </SendForm>
      <div className="gate-aside">
        <PasskeyButton />
        <Link href="/forgotten" className="button button-quiet">
          Forgotten your password?
        </Link>
      </div>
    </GatePage>
  );
}

/** Shown when nobody can sign in: there is no account yet, or the connection is plain http. */
export function NotReady({ session }: { session: Extract<SessionView, { state: 'none' }> }) {
  if (session.httpsNeeded) {
    return (
      <GatePage title="The desk needs https">
        <p>
          Over plain http a browser would show your session to the network. Open the desk by its https address, or on
          the server’s own machine by <code>localhost</code>.
        </p>
      </GatePage>
    );
  }
  return (
    <GatePage title="Nobody has an account yet">
      <p>
        When the server started it showed a set-up link in its terminal, or wrote it to the file{' '}
        <code>set-up-link</code> in its data folder. Open the link within an hour to become the first admin. This
        command, on the server’s machine, makes a new one:
      </p>
      <p className="boxed said">
        <code>npm run staff -- setup-link</code>
      </p>
    </GatePage>
  );
}

/** Shown when the server did not answer the first question, with a button that asks again. */
export function Unreachable() {
  const { busy, press } = usePress(() => refreshSessionState().then(() => undefined));
  return (
    <GatePage title="The desk does not answer">
      <p>The server could not be reached. Nothing that you typed is lost.</p>
      <p>
        <Button look="primary" aria-disabled={busy} onClick={press}>
          {busy ? 'Trying…' : 'Try again'}
        </Button>
      </p>
    </GatePage>
  );
}
