import { Link } from 'wouter';
import { type FirstHourView, removeSamples } from '#contract/desk/first-hour-endpoints.ts';
import { paths } from '../app/paths.ts';
import { WhenOr } from '../ui/When.tsx';
import { Command, Line } from './Line.tsx';
import { PressButton } from './PressButton.tsx';
import { LinksLine, MailLine, TextsLine } from './TestLines.tsx';

const namesText = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');

const ScreenLink = ({ to, children }: { to: string; children: string }) => (
  <Link href={to} className="button button-plain">
    {children}
  </Link>
);

function SamplesLine({ samples }: { samples: FirstHourView['samples'] }) {
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
      {count > 0 && <PressButton endpoint={removeSamples} label="Remove the samples" sending="Removing…" />}
    </Line>
  );
}

/** The checklist, in the order in which its lines are worked off. */
export function Lines({ view }: { view: FirstHourView }) {
  const { codes, shift, gaps, backup, restore, sweep } = view;
  return (
    <ol className="ruled">
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
            : `${codes.withOwnCode} of ${codes.dealerships} ${codes.withOwnCode === 1 ? 'has' : 'have'} one.${codes.without.length > 0 ? ` Without: ${namesText(codes.without)}.` : ''}`
        }
      >
        {codes.state !== 'done' && (
          <ScreenLink to={paths.dealerships}>{codes.dealerships === 0 ? 'Add a dealership' : 'Send codes'}</ScreenLink>
        )}
      </Line>
      <Line
        state={shift.state}
        title="Somebody is on shift"
        why="Requests ring for everybody who is available; the beginning of a shift makes somebody available. While nobody is on shift, nobody is texted: the operator is mailed, and the desk rings for whoever switched themselves available, otherwise for admins on call."
        found={
          <>
            {shift.people.length === 0 ? 'Nobody is on shift now.' : `On shift now: ${namesText(shift.people)}.`}
            {shift.nobodyReached !== null && ` A request would reach nobody by text or mail: ${shift.nobodyReached}`}
            {!shift.textAgentOn && (
              <>
                {' '}
                Text Agent is off: switch it on under <Link href={paths.settings}>Settings</Link> when you are ready.
              </>
            )}
          </>
        }
      >
        {shift.state !== 'done' && <ScreenLink to={paths.people}>See the people</ScreenLink>}
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
        {gaps.state !== 'done' && <ScreenLink to={paths.schedule}>See the schedule</ScreenLink>}
      </Line>
      <Line
        state={backup.state}
        title="A backup is taken"
        why="Every lead, request and code is in one place. A backup runs beside the server; keep it on another machine."
        found={
          <>
            <WhenOr words="The last one was taken" at={backup.at} never="No backup has been taken yet" />.
          </>
        }
      >
        {backup.state !== 'done' && <Command text={backup.command} what="backup command" />}
      </Line>
      <Line
        state={restore.state}
        title="This data was restored from a backup"
        why="Test once that a backup can be restored, into a new place. The test leaves this line open: it is done when this installation itself was restored."
        found={
          <>
            <WhenOr words="This data was restored" at={restore.at} never="This data was never restored from a backup" />
            .
          </>
        }
      >
        {restore.state !== 'done' && (
          <>
            {restore.database !== null && (
              <p className="soft">
                First make the empty database <code>{restore.database}</code>, on the same server and for the same user.
                {restore.command.includes('PGPASSWORD=') && ' Replace PASSWORD with the password of that user.'}
              </p>
            )}
            <Command text={restore.command} what="restore command" />
          </>
        )}
      </Line>
      <Line
        state={sweep.state}
        title="Old records are deleted"
        why="Every night the server deletes what is past its retention period, as the privacy policy says. The first night only reports, so that no wrong time or clock deletes anything."
        found={
          sweep.state === 'open' ? (
            <>
              The last night deleted nothing, and waits to be confirmed:{' '}
              {sweep.records === 1
                ? '1 record is past its retention period.'
                : `${sweep.records} records are past their retention period.`}
            </>
          ) : (
            <>
              <WhenOr words="The last night ended" at={sweep.at} never="There was no night yet" />.
            </>
          )
        }
      >
        {sweep.state === 'open' && <ScreenLink to={paths.records}>See the records</ScreenLink>}
      </Line>
    </ol>
  );
}
