import './first-hour.css';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import {
  type FirstHourView,
  removeSamples,
  testLink,
  testMail,
  testText,
  viewFirstHour,
} from '#contract/desk/first-hour-endpoints.ts';
import { sendSteps } from '#contract/desk/messages.ts';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import { paths } from '../app/paths.ts';
import { keepRead, useRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { useSession } from '../lib/session.ts';
import { phoneText } from '../people/roles.ts';
import { SelectInput, TextInput } from '../ui/fields.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { Screen } from '../ui/Screen.tsx';
import { type Fault, faultOf, SendForm, textOf } from '../ui/SendForm.tsx';
import { When } from '../ui/When.tsx';

const keep = (view: FirstHourView): void => keepRead(viewFirstHour, {}, view);

const standings = { done: 'Done', open: 'To do', optional: 'Optional' } as const;

interface LineProps {
  state: keyof typeof standings;
  title: string;
  /** What it is for. Shown while there is something to do. */
  why: string;
  /** What the server found. */
  found: ReactNode;
  children?: ReactNode;
}

/** One line of the checklist: what the server found, what it is for, and the one thing that does it. */
function Line({ state, title, why, found, children }: LineProps) {
  const id = useId();
  return (
    <li className="hour-line" data-state={state} aria-labelledby={id}>
      <span className="hour-mark" aria-hidden="true" />
      <div className="hour-words">
        <h2 id={id}>
          {title} <span className="hour-standing">{standings[state]}</span>
        </h2>
        <div className="hour-found">{found}</div>
        {state !== 'done' && <p className="soft">{why}</p>}
        {children && <div className="hour-act">{children}</div>}
      </div>
    </li>
  );
}

function MailLine({ mail }: { mail: FirstHourView['mail'] }) {
  const { person } = useSession();
  const { send } = useSend(testMail);
  const test = async (data: FormData): Promise<Fault | undefined> => {
    const result = await send({ body: { to: textOf(data, 'to') } });
    if (result.kind !== 'ok') return faultOf(result, { badMail: 'to' });
    keep(result.value);
    return undefined;
  };
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
          {configured && last !== null && !last.taken && last.step === null && 'The mail server is being asked…'}
        </div>
      }
    >
      {configured && (
        <SendForm
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

function TextsLine({ texts }: { texts: FirstHourView['texts'] }) {
  const { send, sending } = useSend(testText);
  const [said, say] = useSaid();
  const { configured, last, ownPhone, state } = texts;
  const test = async () => {
    const result = await send({ body: {} });
    if (result.kind === 'ok') keep(result.value);
    else say('stop', failureText(result));
  };
  return (
    <Line
      state={state}
      title="Texts are sent"
      why="A finance manager on shift is texted within a second. Without a text provider requests go by mail."
      found={
        <div role="status">
          {!configured && 'TWILIO_ACCOUNT_SID is not set: requests go by mail alone.'}
          {configured && !last && 'No text was tried yet.'}
          {last && (
            <>
              {phoneText(last.to)}: {last.deliveredAt ? 'the telephone has it' : last.state}
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
          <>
            <Button aria-disabled={sending} onClick={() => sending || void test()}>
              {sending ? 'Sending…' : `Send a test to ${phoneText(ownPhone)}`}
            </Button>
            <Said said={said} />
          </>
        ))}
    </Line>
  );
}

function LinksLine({ links }: { links: FirstHourView['links'] }) {
  const people = useRead(listPeople, {}, { topics: ['people'] });
  const { send } = useSend(testLink);
  const reachable = (people.data?.people ?? []).filter(({ phone, mail }) => phone !== null || mail !== null);
  const test = async (data: FormData): Promise<Fault | undefined> => {
    const result = await send({ body: { personId: textOf(data, 'person') } });
    if (result.kind !== 'ok') return faultOf(result, { nobody: 'person' });
    keep(result.value);
    return undefined;
  };
  const { state, last, publicUrl, hasPublicUrl } = links;
  return (
    <Line
      state={state}
      title="Links reach the agents’ telephones"
      why="A finance manager accepts by a link. Only a telephone that opened one and pressed its button shows that it gets there."
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
      {state !== 'done' && reachable.length > 0 && (
        <SendForm look="plain" submit="Send a test link" sending="Sending…" onSend={test}>
          <SelectInput
            name="person"
            label="To"
            options={reachable.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={reachable[0]?.id ?? ''}
          />
        </SendForm>
      )}
    </Line>
  );
}

function SamplesLine({ samples }: { samples: FirstHourView['samples'] }) {
  const { send, sending } = useSend(removeSamples);
  const [said, say] = useSaid();
  const remove = async () => {
    const result = await send({ body: {} });
    if (result.kind === 'ok') keep(result.value);
    else say('stop', failureText(result));
  };
  const count = samples.names.length;
  return (
    <Line
      state={samples.state}
      title="Samples are removed"
      why="A new server begins with sample dealerships, so that there is something to see. Nobody real should find them in the portal."
      found={
        count === 0
          ? 'There are no sample dealerships.'
          : `${count === 1 ? '1 sample is' : `${count} samples are`} left: ${samples.names.join(', ')}.`
      }
    >
      {count > 0 && (
        <>
          <Button aria-disabled={sending} onClick={() => sending || void remove()}>
            {sending ? 'Removing…' : 'Remove the samples'}
          </Button>
          <Said said={said} />
        </>
      )}
    </Line>
  );
}

function Command({ text, what }: { text: string; what: string }) {
  return (
    <span className="hour-command">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}

const namesText = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');

function Lines({ view }: { view: FirstHourView }) {
  const { codes, shift, gaps, backup, restore } = view;
  return (
    <ol className="hour-lines">
      <MailLine mail={view.mail} />
      <TextsLine texts={view.texts} />
      <LinksLine links={view.links} />
      <SamplesLine samples={view.samples} />
      <Line
        state={codes.state}
        title="Each dealership has a code of its own"
        why="A dealership opens the portal with its code. A code of its own can be ended without anybody else noticing."
        found={
          codes.dealerships === 0
            ? 'There is no dealership yet.'
            : `${codes.withOwnCode} of ${codes.dealerships} have one.${codes.without.length > 0 ? ` Without: ${namesText(codes.without)}.` : ''}`
        }
      >
        {codes.state !== 'done' && (
          <Link href={paths.dealerships} className="button button-plain">
            {codes.dealerships === 0 ? 'Add a dealership' : 'Send codes'}
          </Link>
        )}
      </Line>
      <Line
        state={shift.state}
        title="Somebody is on shift"
        why="Requests ring for whoever is on shift. With nobody there, they reach the operator’s mail alone."
        found={
          <>
            {shift.people.length === 0 ? 'Nobody is on shift now.' : `On shift now: ${namesText(shift.people)}.`}
            {shift.nobodyReached !== null && ` A request would reach nobody: ${shift.nobodyReached}`}
            {!shift.textAgentOn && (
              <>
                {' '}
                Text Agent is off: switch it on under <Link href={paths.settings}>Settings</Link> when you are ready.
              </>
            )}
          </>
        }
      >
        {shift.state !== 'done' && (
          <Link href={paths.people} className="button button-plain">
            See the people
          </Link>
        )}
      </Line>
      <Line
        state={gaps.state}
        title="The week is covered"
        why="The weekly schedule switches shifts by itself. Hours that nobody covers are hours in which a dealership waits in vain."
        found={
          gaps.state === 'optional'
            ? 'Nobody has a schedule: shifts begin and end by hand.'
            : gaps.count === 0
              ? 'The next seven days have no gap.'
              : `The next seven days have ${gaps.count === 1 ? '1 gap' : `${gaps.count} gaps`}.`
        }
      >
        {gaps.state !== 'done' && (
          <Link href={paths.schedule} className="button button-plain">
            See the schedule
          </Link>
        )}
      </Line>
      <Line
        state={backup.state}
        title="A backup is taken"
        why="Every lead, request and code is in one place. A backup runs beside the server; keep it on another machine."
        found={
          backup.at === null ? (
            'No backup was taken yet.'
          ) : (
            <>
              The last one was taken <When at={backup.at} />.
            </>
          )
        }
      >
        {backup.state !== 'done' && <Command text={backup.command} what="command" />}
      </Line>
      <Line
        state={restore.state}
        title="A restore is known to work"
        why="A backup that was never restored is a hope. Try it once, into a new folder."
        found={
          restore.at === null ? (
            'This data was never restored from a backup.'
          ) : (
            <>
              This data was restored <When at={restore.at} />.
            </>
          )
        }
      >
        {restore.state !== 'done' && <Command text={restore.command} what="command" />}
      </Line>
    </ol>
  );
}

/** What is left to do before the first night. The server looks; nobody ticks anything. */
export function FirstHourScreen() {
  const read = useRead(
    viewFirstHour,
    {},
    { topics: ['settings', 'people', 'schedule', 'dealerships', 'messages', 'counts'] },
  );
  const [asked, setAsked] = useState(false);
  const look = async () => {
    setAsked(true);
    await read.refetch();
  };
  return (
    <Screen
      title="First hour"
      controls={<Button onClick={() => void look()}>{read.isFetching && asked ? 'Looking…' : 'Look again'}</Button>}
    >
      <Loaded read={read} what="the first hour">
        {(view) => (
          <div className="hour">
            <p className="hour-lead" role="status">
              {view.open === 0
                ? 'All is done. This list stays here; it is gone from the navigation.'
                : `${view.open === 1 ? '1 thing is' : `${view.open} things are`} left before the first night. The server looks by itself; nothing is ticked by hand.`}
            </p>
            <Lines view={view} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}
