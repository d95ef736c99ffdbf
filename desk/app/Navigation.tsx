import { useState } from 'react';
import { Link, useRoute } from 'wouter';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Mark } from '#client/ui/Mark.tsx';
import { useConnection } from '../lib/live.ts';
import { useSession } from '../lib/session.ts';
import { PresenceSwitch } from '../presence/PresenceSwitch.tsx';
import { paths } from './paths.ts';
import { type Screen, screens } from './screens.tsx';

/** The screens that the signed-in person may see. */
function useOwnScreens(): readonly Screen[] {
  const { can } = useSession();
  return screens.filter(({ needs }) => can[needs]);
}

function ScreenLink({ screen: { name, path, also }, onFollow }: { screen: Screen; onFollow?: () => void }) {
  const [isHere] = useRoute(path);
  const [isBelow] = useRoute(also?.[0] ?? path);
  return (
    <Link
      href={path}
      className="nav-link"
      {...((isHere || isBelow) && { 'aria-current': 'page' as const })}
      {...(onFollow && { onClick: onFollow })}
    >
      {name}
    </Link>
  );
}

/** Says when what is on the screen may be old. Nothing is said while all is well. */
function ConnectionNote() {
  const connection = useConnection();
  return (
    <p className="connection" role="status">
      {connection === 'connecting' && 'Not live: connecting…'}
    </p>
  );
}

/** The navigation beside the screens. */
export function Rail() {
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
        <ConnectionNote />
        <PresenceSwitch />
        <Link href={paths.account} className="nav-link rail-person">
          <span className="rail-you">You</span>
          <span>{person.name}</span>
        </Link>
      </div>
    </header>
  );
}

/** The navigation of a telephone, where a thumb reaches it. What does not fit is behind More. */
export function BottomBar() {
  const own = useOwnScreens();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <nav aria-label="Screens" className="bottom-bar">
      {own
        .filter(({ inBar }) => inBar)
        .map((screen) => (
          <ScreenLink key={screen.path} screen={screen} />
        ))}
      <button type="button" className="nav-link" aria-expanded={open} onClick={() => setOpen(true)}>
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
            <Link href={paths.account} className="nav-link" onClick={close}>
              Your account
            </Link>
          </li>
        </ul>
      </Dialog>
    </nav>
  );
}
