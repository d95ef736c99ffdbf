import './schedule.css';
import './print.css';
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isolated } from '#client/lib/isolated.ts';
import { listen } from '#client/lib/listen.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { readTopics } from '#contract/desk/read-topics.ts';
import { scheduleLimits } from '#contract/desk/schedule.ts';
import { type ScheduleWeek, viewSchedule } from '#contract/desk/schedule-endpoints.ts';
import { paths } from '../app/paths.ts';
import { useRead } from '../lib/read.ts';
import { daysAfter, isDay, longZoneName, mondayOf } from '../lib/times.ts';
import { Loaded, Waiting } from '../ui/Loaded.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { Screen } from '../ui/Screen.tsx';
import { DayList } from './DayList.tsx';
import { Holidays } from './Holidays.tsx';
import { PersonHours } from './PersonHours.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import { dateText, dayNumber, gapText } from './words.ts';

type Opened =
  | { readonly what: 'holidays' }
  | { readonly what: 'person'; readonly id: string; readonly date: string | undefined };

/**
 * Whether a media query holds now, such as `(width < 60rem)`. While the page is printed, the value on the screen is kept: the
 * browser has already begun to lay out the sheets, and content that changes then is cut off.
 */
function useMedia(query: string): boolean {
  const subscribe = useCallback((look: () => void) => listen(matchMedia(query), { change: look }), [query]);
  const [onScreen] = useState({ holds: matchMedia(query).matches });
  return useSyncExternalStore(subscribe, () => {
    if (!matchMedia('print').matches) onScreen.holds = matchMedia(query).matches;
    return onScreen.holds;
  });
}

/** The gaps of the next seven days, in words. */
function Gaps({ week: { people, gaps, gapsAhead, timeZone } }: { week: ScheduleWeek }) {
  if (people.every((person) => person.week === null)) return null;
  const [first] = gaps;
  return (
    <p className="gaps-said" data-none={gapsAhead === 0 || undefined}>
      <Icon tone={gapsAhead === 0 ? 'go' : 'stop'} />
      {gapsAhead === 0 && 'Every hour of the next seven days is covered.'}
      {gapsAhead > 0 && (
        <span>
          <strong>
            {gapsAhead} {gapsAhead === 1 ? 'gap' : 'gaps'}
          </strong>{' '}
          in the next seven days.{' '}
          {first && (
            <>
              First in this week: {gapText(timeZone, first)}
              {first.holiday && `, ${first.holiday}`}.
            </>
          )}
        </span>
      )}
    </p>
  );
}

function titleOf(opened: Opened | undefined, week: ScheduleWeek | undefined): string {
  if (!opened) return 'Hours';
  if (opened.what === 'holidays') return 'Holidays';
  const name = week?.people.find(({ id }) => id === opened.id)?.name ?? 'Hours';
  return opened.date === undefined ? `Hours of ${isolated(name)}` : `${isolated(name)}, ${dateText(opened.date)}`;
}

/** The schedule of a week: when people take requests, the gaps, and the hours of each person. */
export function ScheduleScreen() {
  const [, go] = useLocation();
  const date = new URLSearchParams(useSearch()).get('week') ?? '';
  const asked = isDay(date) ? date : undefined;
  const read = useRead(
    viewSchedule,
    { query: asked === undefined ? {} : { date: asked } },
    { topics: readTopics.viewSchedule, keepEarlier: true },
  );
  const isNarrow = useMedia('(max-width: 59.999rem)');
  const [opened, setOpened] = useState<Opened>();
  const [said, say] = useSaid();
  const week = read.data;
  // The week of the address, which may still load, so that each of several quick presses moves one week.
  const monday = week && mondayOf(asked ?? week.today);
  /** Whether today is in the week that begins on this Monday, by the day on which the schedule was read. */
  const hasToday = (start: string) => week !== undefined && start <= week.today && week.today < daysAfter(start, 7);
  const isFirst = monday !== undefined && hasToday(monday);
  const isLast =
    week !== undefined &&
    monday !== undefined &&
    daysAfter(monday, 7) > daysAfter(week.today, scheduleLimits.daysAhead);
  const showThisWeek = () => go(paths.schedule);
  const step = (days: number) => {
    if (monday === undefined) return;
    const next = daysAfter(monday, days);
    // The address of this week names no day, so that a page that stays open shows the next week once that has begun.
    if (hasToday(next)) showThisWeek();
    else go(`${paths.schedule}?week=${next}`);
  };
  // The week of the address is over, or too far ahead.
  const isRefused = asked !== undefined && (read.error?.failure as { name?: unknown } | undefined)?.name === 'badDate';
  const leaveRefused = useEffectEvent(() => go(paths.schedule, { replace: true }));
  useEffect(() => {
    if (isRefused) leaveRefused();
  }, [isRefused]);
  // A form that is answered late may not close what is open by then.
  const close = () => setOpened((now) => (now === opened ? undefined : now));
  const done = (text: string) => {
    say('go', text);
    close();
    void read.refetch();
  };
  const open = (id: string, date?: string) => setOpened({ what: 'person', id, date });
  const person = opened?.what === 'person' ? week?.people.find(({ id }) => id === opened.id) : undefined;
  const controls = (
    <>
      <div className="week-steps">
        <Button aria-label="Earlier week" aria-disabled={isFirst} onClick={() => isFirst || step(-7)}>
          ‹
        </Button>
        <Button aria-disabled={asked === undefined} onClick={showThisWeek}>
          This week
        </Button>
        <Button aria-label="Later week" aria-disabled={isLast} onClick={() => isLast || step(7)}>
          ›
        </Button>
      </div>
      <Button onClick={() => setOpened({ what: 'holidays' })}>Holidays</Button>
    </>
  );
  return (
    <Screen title="Schedule" controls={controls}>
      <Said said={said} />
      {isRefused ? (
        <Waiting what="the schedule" />
      ) : (
        <Loaded read={read} what="the schedule">
          {(shown) => {
            const [first, last] = [shown.days[0], shown.days.at(-1)];
            return (
              <>
                <div className="week-said">
                  <p className="week-dates">
                    {first && last && (
                      <strong>
                        {dayNumber(first.date)} – {dayNumber(last.date)}
                      </strong>
                    )}{' '}
                    <span className="soft">
                      Times are {longZoneName(shown.timeZone, shown.serverNow)} ({shown.timeZone})
                    </span>
                  </p>
                  <Gaps week={shown} />
                </div>
                {shown.people.length === 0 && (
                  <p className="empty">Nobody takes requests yet. Add people first, then give them hours.</p>
                )}
                {shown.people.length > 0 && shown.people.every(({ week: one }) => one === null) && (
                  <p className="empty" role="status">
                    Nobody has weekly hours yet: people are on shift by their switches alone.{' '}
                    {shown.mayManage && 'Choose somebody to give them hours.'}
                  </p>
                )}
                {shown.people.length > 0 &&
                  (isNarrow ? <DayList week={shown} onOpen={open} /> : <WeekGrid week={shown} onOpen={open} />)}
              </>
            );
          }}
        </Loaded>
      )}
      <Dialog
        open={opened !== undefined}
        title={titleOf(opened, week)}
        closeLabel="Close"
        size="sheet"
        material="night"
        onClose={close}
      >
        {opened?.what === 'holidays' && week && <Holidays {...week} />}
        {person && week && opened?.what === 'person' && (
          <PersonHours
            person={person}
            zone={week.timeZone}
            today={week.today}
            mayManage={week.mayManage}
            date={opened.date}
            onDate={(date) => setOpened({ what: 'person', id: person.id, date })}
            onDone={done}
          />
        )}
        {opened?.what === 'person' && !person && (
          <p className="state">This person takes no requests any more, or was removed.</p>
        )}
      </Dialog>
    </Screen>
  );
}
