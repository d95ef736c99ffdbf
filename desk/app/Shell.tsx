import './shell.css';
import '../styles/large-text.css';
import '../styles/low-window.css';
import { Suspense, useEffect, useRef } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { deskPath, linkPages, staffTimes } from '#contract/desk/session.ts';
import { stayActive } from '#contract/desk/session-view-endpoints.ts';
import { focusLate } from '../lib/late-focus.ts';
import { callDesk } from '../lib/request.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useFallbackFocus } from '../lib/use-fallback-focus.ts';
import { useRowPresses } from '../lib/use-row-presses.ts';
import { RingBanner } from '../ringing/RingBanner.tsx';
import { Boundary, Later } from '../ui/Boundary.tsx';
import { LoadAgain } from '../ui/LoadAgain.tsx';
import { Waiting } from '../ui/Loaded.tsx';
import { Screen as Frame } from '../ui/Screen.tsx';
import { KeysDialog } from './Keys.tsx';
import { LeftPressNote } from './LeftPressNote.tsx';
import { BottomBar, SideNavigation } from './Navigation.tsx';
import { paths } from './paths.ts';
import { named, type Screen, screens } from './screens.tsx';

const ProofDialog = named(() => import('../session/ProofDialog.tsx'), 'ProofDialog');
const CodesNote = named(() => import('../session/CodesNote.tsx'), 'CodesNote');
const ErasedNote = named(() => import('./ErasedNote.tsx'), 'ErasedNote');
const CountsReader = named(() => import('./CountsReader.tsx'), 'CountsReader');
const Account = named(() => import('../account/AccountScreen.tsx'), 'AccountScreen');

function Shown({ screen }: { screen: Screen }) {
  const { can } = useSession();
  if (!can[screen.needs]) {
    return (
      <Frame title={screen.name}>
        <p className="state">Your role does not allow you to see this. An admin can change that.</p>
      </Frame>
    );
  }
  return <screen.Component />;
}

/** Shown when a screen's file cannot be loaded (no network, or a newer version on the server), or drawing it threw. */
function NotLoaded() {
  return (
    <Frame title="This screen did not load">
      <p className="state">The rest of the desk goes on. Load the page again to have the screen.</p>
      <LoadAgain />
    </Frame>
  );
}

/** The addresses of the sign-in pages, inside the console. A signed-in person is redirected from them. */
const signInPages = ['/forgotten', ...Object.values(linkPages).map((path) => path.slice(deskPath.length))];

/** The address of the set-up page. It redirects to the first hour, for those who may change settings. */
const setUpPage = linkPages['set-up'].slice(deskPath.length);

/**
 * Moves the focus to `main` when another screen opens, so that a screen reader and the Tab key start there. The first screen leaves
 * the focus where the browser put it, and all addresses of one screen leave it to that screen.
 */
function useFocusOnScreen() {
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = location.split('/')[1] ?? '';
  const screen =
    screens.find(({ path, record }) => [path, record].some((one) => one?.split('/')[1] === first))?.path ?? first;
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    focusLate(main.current, { preventScroll: true });
  }, [screen]);
  return main;
}

/** Tells the server that the person is active when a key or pointer is used, at most every `tellActivityEveryMs`. */
function useActivity(): void {
  useEffect(() => {
    let toldAtMs = -Infinity;
    const tell = () => {
      const nowMs = performance.now();
      if (nowMs - toldAtMs < staffTimes.tellActivityEveryMs) return;
      toldAtMs = nowMs;
      void callDesk(stayActive, { body: {} });
    };
    const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    for (const sign of signs) addEventListener(sign, tell, { passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, tell);
    };
  }, []);
}

/** Tells the server of this browser's push subscription when a session begins or the browser drops it, so that pushes go on. */
function useRenewedPush(): void {
  const { id } = useSession().person;
  const may = useMay('workRequests');
  useEffect(() => {
    if (!may) return;
    // If this fails, pushes are off until the page is loaded again.
    const renew = () => void import('../ringing/push.ts').then(({ renewPush }) => renewPush(id)).catch(() => undefined);
    const hear = ({ data }: MessageEvent<{ renewPush?: unknown } | null>) => data?.renewPush === true && renew();
    renew();
    const { serviceWorker } = navigator as Partial<Navigator>;
    serviceWorker?.addEventListener('message', hear);
    return () => serviceWorker?.removeEventListener('message', hear);
  }, [id, may]);
}

/** Opens the request of a notification that is pressed while the desk is already open. */
function useOpenedByPush(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const { serviceWorker } = navigator;
    // Absent on plain http, where nobody can sign in (localhost has it).
    if (!serviceWorker) return;
    const hear = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
      // `~` makes the address absolute: the router does not put its base before it.
      if (typeof data?.open === 'string' && data.open.startsWith('/desk/')) navigate(`~${data.open}`);
    };
    serviceWorker.addEventListener('message', hear);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener('message', hear);
  }, [navigate]);
}

/** The console of a signed-in person: navigation, and the screen of the address. */
export function Shell() {
  const main = useFocusOnScreen();
  const { can, recoveryCodesUnkept } = useSession();
  const [location] = useLocation();
  useActivity();
  useFallbackFocus();
  useRowPresses();
  useOpenedByPush();
  useRenewedPush();
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the screen
      </a>
      <SideNavigation />
      <main id="main" ref={main} tabIndex={-1}>
        <RingBanner />
        <LeftPressNote />
        <Later>
          <ErasedNote />
        </Later>
        {recoveryCodesUnkept && (
          <Later>
            <CodesNote />
          </Later>
        )}
        <Boundary fallback={<NotLoaded />} resetKey={location}>
          <Suspense fallback={<Waiting what="the screen" />}>
            <Switch>
              {/* The addresses of one screen have one key: what is open in it stays from one to the other. */}
              {screens.flatMap((screen) =>
                [screen.path, screen.record ?? []].flat().map((path) => (
                  <Route key={screen.path} path={path}>
                    <Shown screen={screen} />
                  </Route>
                )),
              )}
              <Route path={paths.account}>
                <Account />
              </Route>
              {signInPages.map((path) => (
                <Route key={path} path={path}>
                  <Redirect to={path === setUpPage && can.changeSettings ? paths.firstHour : paths.board} replace />
                </Route>
              ))}
              <Route>
                <Frame title="No such screen">
                  <p className="state">There is nothing at this address. Choose a screen from the navigation.</p>
                </Frame>
              </Route>
            </Switch>
          </Suspense>
        </Boundary>
      </main>
      <BottomBar />
      <Later>
        <ProofDialog />
      </Later>
      <Later>
        <CountsReader />
      </Later>
      <KeysDialog />
    </div>
  );
}
