import { useState } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Mark } from '#client/ui/Mark.tsx';
import { useConnection } from '../lib/live.ts';
import { useSession } from '../lib/session.ts';
import { PresenceSwitch } from '../presence/PresenceSwitch.tsx';
import { countOf, useCounts } from './counts.ts';
import { paths } from './paths.ts';
import { type Screen, screens } from './screens.tsx';

/** The screens that the signed-in person may see. */
function useOwnScreens(): readonly Screen[] {
  const { can } = useSession();
  const counts = useCounts();
  // The first hour leaves the navigation when all of it is done. Its address still works.
  return screens.filter(({ needs, path }) => can[needs] && (path !== paths.firstHour || counts?.firstHourOpen));
}

function ScreenLink({ screen: { name, path, record }, onFollow }: { screen: Screen; onFollow?: () => void }) {
  const [isHere] = useRoute(path);
  const [isBelow] = useRoute(record ?? path);
  const count = countOf(useCounts(), path);
  return (
    <Link
      href={path}
      className="bare nav-link"
      {...((isHere || isBelow) && { 'aria-current': 'page' as const })}
      {...(onFollow && { onClick: onFollow })}
    >
      <span>{name}</span>
      {count && (
        <span className="nav-count" data-tone={count.tone}>
          {count.text}
        </span>
      )}
    </Link>
  );
}

/** Says that a message needs attention, with a link to those messages. On a phone too. */
function NeedsPerson() {
  const failed = useCounts()?.messagesFailed ?? 0;
  return (
    <div role="status" className="needs-person">
      {failed > 0 && (
        <Link href={`${paths.messages}?filter=needsPerson`} className="needs-person-link">
          <span>
            {failed === 1 ? '1 message' : `${failed} messages`}
            <span className="rail-rest"> {failed === 1 ? 'needs' : 'need'} attention</span>
          </span>
        </Link>
      )}
    </div>
  );
}

/** Says when the screen may show old data, because the event stream is not connected. Silent while it is. */
function ConnectionNote() {
  const connection = useConnection();
  return (
    <p className="connection" role="status">
      {connection === 'connecting' && (
        <>
          Not live<span className="rail-rest">: connecting…</span>
        </>
      )}
    </p>
  );
}

/** The navigation beside the screens. */
export function SideNavigation() {
  const own = useOwnScreens();
  const { person } = useSession();
  return (
    <header className="rail">
      <Link href={paths.board} className="rail-mark">
        <Mark />
        <span>Desk</span>
      </Link>
      <nav aria-label="Screens" className="rail-screens">
        {own.map((screen) => (
          <ScreenLink key={screen.path} screen={screen} />
        ))}
      </nav>
      <div className="rail-end">
        <NeedsPerson />
        <ConnectionNote />
        <PresenceSwitch />
        <Link href={paths.account} className="bare nav-link rail-person">
          <span className="rail-you">You</span>
          <span>{person.name}</span>
        </Link>
      </div>
    </header>
  );
}

/** The navigation of a phone, at the bottom, where a thumb reaches it. Screens that do not fit are behind More. */
export function BottomBar() {
  const own = useOwnScreens();
  const [open, setOpen] = useState(false);
  const [at] = useLocation();
  const close = () => setOpen(false);
  const behindMore = [...own.flatMap(({ inBar, path }) => (inBar ? [] : path)), paths.account];
  const isBehindMore = behindMore.some((path) => at === path || at.startsWith(`${path}/`));
  return (
    <nav aria-label="Screens" className="bottom-bar">
      {own
        .filter(({ inBar }) => inBar)
        .map((screen) => (
          <ScreenLink key={screen.path} screen={screen} />
        ))}
      <button
        type="button"
        className="bare nav-link"
        data-here={isBehindMore || undefined}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        More
      </button>
      <Dialog
        open={open}
        title="Screens"
        closeLabel="Close"
        material="night"
        closesOutside={() => true}
        onClose={close}
      >
        <ul className="more">
          {own
            .filter(({ inBar }) => !inBar)
            .map((screen) => (
              <li key={screen.path}>
                <ScreenLink screen={screen} onFollow={close} />
              </li>
            ))}
          <li>
            <Link href={paths.account} className="bare nav-link" onClick={close}>
              Your account
            </Link>
          </li>
        </ul>
      </Dialog>
    </nav>
  );
}
