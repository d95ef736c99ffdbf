/** The lines that a test proves: a mail, a text, a link. */
import { Link } from 'wouter';
import { type FirstHourView, testLink, testMail, testText } from '#contract/desk/first-hour-endpoints.ts';
import { messageStates, sendSteps } from '#contract/desk/messages.ts';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { paths } from '../app/paths.ts';
import { phoneText } from '../lib/phone.ts';
import { useRead } from '../lib/read.ts';
import { sendDesk } from '../lib/send.ts';
import { useSession } from '../lib/session.ts';
import { SelectInput, TextInput } from '../ui/fields.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { SendForm, takeResult, textOf } from '../ui/SendForm.tsx';
import { When } from '../ui/When.tsx';
import { Line } from './Line.tsx';
import { keepView, PressButton } from './PressButton.tsx';

/** Whether mails are sent: a test mail to an address, and what the mail server said. */
export function MailLine({ mail }: { mail: FirstHourView['mail'] }) {
  const { person } = useSession();
  const test = async (data: FormData) =>
    takeResult(await sendDesk(testMail, { body: { to: textOf(data, 'to') } }), keepView, { badMail: 'to' });
  const { configured, last, state } = mail;
  return (
    <Line
      state={state}
      title="Mails are sent"
      why="Leads, requests and alerts reach you by mail. A test says what the mail server answers, before anybody waits for one."
      found={
        <div role="status">
          {!configured &&
            'SMTP_URL is not set: every mail is held. Set it in the environment and start the server again.'}
          {configured && last === null && state === 'done' && 'Mails were sent.'}
          {configured && last?.taken && (
            <>
              The mail server took the test for {last.to} at <When at={last.at} />: {last.said}. Look for it there, also
              among the spam.
            </>
          )}
          {configured && last !== null && !last.taken && last.step !== null && (
            <>
              <strong>Not taken at the {sendSteps[last.step]}:</strong> {last.said}. {last.advice}
            </>
          )}
          {configured &&
            last !== null &&
            !last.taken &&
            last.step === null &&
            (last.isAsked ? 'The mail server is being asked…' : 'What it answered to the last test is not known.')}
        </div>
      }
    >
      {configured && (
        <SendForm
          draft={null}
          look={state === 'done' ? 'plain' : 'primary'}
          submit="Send a test mail"
          sending="Asking the mail server…"
          onSend={test}
        >
          <TextInput name="to" label="To" type="email" defaultValue={person.email} autoComplete="email" />
        </SendForm>
      )}
    </Line>
  );
}

/** Whether texts arrive: a test text to the caller's own number. */
export function TextsLine({ texts }: { texts: FirstHourView['texts'] }) {
  const { configured, last, ownPhone, state } = texts;
  return (
    <Line
      state={state}
      title="Texts are sent"
      why="A finance manager on shift with a telephone is texted at once, as long as the texts of the hour last. Without a text provider requests go by mail and ring at the desk."
      found={
        <div role="status">
          {!configured &&
            'TWILIO_ACCOUNT_SID is not set: requests go by mail and to the consoles, and no text goes out.'}
          {configured && !last && (state === 'done' ? 'Texts were sent.' : 'No text has been tried yet.')}
          {last && (
            <>
              {phoneText(last.to)}: {last.deliveredAt ? 'Delivered' : messageStates[last.state]}
              {last.said && `. ${last.said}`}
            </>
          )}
        </div>
      }
    >
      {configured &&
        (ownPhone === null ? (
          <Link href={paths.people}>Add your own number under People</Link>
        ) : (
          <PressButton endpoint={testText} label={`Send a test to ${phoneText(ownPhone)}`} sending="Sending…" />
        ))}
    </Line>
  );
}

/** Whether links in messages can be opened: a test link to somebody, who opens it and presses its button. */
export function LinksLine({ links }: { links: FirstHourView['links'] }) {
  const people = useRead(listPeople, {}, { topics: readTopics.listPeople });
  const test = async (data: FormData) =>
    takeResult(await sendDesk(testLink, { body: { personId: textOf(data, 'person') } }), keepView, {
      nobody: 'person',
    });
  const { state, last, publicUrl, hasPublicUrl } = links;
  return (
    <Line
      state={state}
      title="Links reach the agents’ telephones"
      why="A finance manager accepts by a link. A link counts once its button was pressed. The server cannot tell on what: open it on a telephone that is not in your own network."
      found={
        <div role="status">
          Links lead to {publicUrl}.{!hasPublicUrl && ' PUBLIC_URL is not set, so another device cannot open them.'}{' '}
          {last && last.pressedAt !== null && (
            <>
              {phoneText(last.to)} pressed one at <When at={last.pressedAt} />.
            </>
          )}
          {last && last.pressedAt === null && (
            <>
              One went to {phoneText(last.to)}; nobody has pressed it yet. It works until <When at={last.expiresAt} />.
            </>
          )}
        </div>
      }
    >
      {state !== 'done' && (
        <Loaded read={people} what="the people">
          {({ people: all }) => {
            const reachable = all.filter(({ phone, mail }) => phone !== null || mail !== null);
            if (reachable.length === 0) {
              return <Link href={paths.people}>Add somebody’s number or address under People</Link>;
            }
            return (
              <SendForm draft={null} look="plain" submit="Send a test link" sending="Sending…" onSend={test}>
                <SelectInput
                  name="person"
                  label="To"
                  options={reachable.map(({ id, name }) => ({ value: id, label: name }))}
                  defaultValue={reachable[0]?.id ?? ''}
                />
              </SendForm>
            );
          }}
        </Loaded>
      )}
    </Line>
  );
}
