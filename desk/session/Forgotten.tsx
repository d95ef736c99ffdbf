import { useState } from 'react';
import { Link } from 'wouter';
import { Alert } from '#client/ui/Alert.tsx';
import { forgotPassword } from '#contract/desk/link-endpoints.ts';
import { callDesk } from '../lib/request.ts';
import { TextInput } from '../ui/fields.tsx';
import { SendForm, takeResult, textOf } from '../ui/SendForm.tsx';
import { GatePage } from './GatePage.tsx';

/** Asks for a mail to set a new password. It says the same for every address, so that nobody learns who has an account. */
export function Forgotten() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <GatePage title="Forgotten password">
      <Alert tone="go" shown={sentTo !== undefined} focus title="Look at your mail">
        <p>
          If {sentTo} has an account, a link is on its way, unless one went out in the last five minutes: use that one.
          It works once, for 30 minutes from when it was sent.
        </p>
        <p>No mail after a few minutes? Ask an admin.</p>
      </Alert>
      {sentTo === undefined && (
        <SendForm
          draft={null}
          submit="Send the link"
          sending="Sending…"
          onSend={async (data) => {
            const email = textOf(data, 'email');
            if (email === '') return { field: 'email', text: 'Type the e-mail address that you sign in with.' };
            return takeResult(await callDesk(forgotPassword, { body: { email } }), () => setSentTo(email));
          }}
        >
          <TextInput
            name="email"
            label="E-mail address"
            type="email"
            autoComplete="username"
            help="The link lets you set a new password. You need your second factor as well."
          />
        </SendForm>
      )}
      <div className="gate-aside">
        <Link href="/sign-in" className="button button-quiet">
          Back to sign in
        </Link>
      </div>
    </GatePage>
  );
}
