import { type ReactNode, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { leaveLink, type OpenedLink } from '../lib/opened-link.ts';
import type { SessionState } from '../lib/session.ts';
import { Enrol } from './Enrol.tsx';
import { Forgotten } from './Forgotten.tsx';
import { LinkPage } from './LinkPage.tsx';
import { Locked } from './Locked.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { NotReady, SignIn, Unreachable } from './SignIn.tsx';
import { WaitingForConfirmation } from './WaitingForConfirmation.tsx';

/**
 * The page for a session's state. A device link is used on the page of the second factor; every other link has a page of its own.
 */
function pageOf(session: SessionState, link: OpenedLink | undefined): ReactNode {
  if (link && link.kind !== 'device') return <LinkPage key={link.token} link={link} />;
  switch (session.state) {
    case 'unknown':
    case 'signed-in':
      return null;
    case 'unreachable':
      return <Unreachable />;
    case 'none':
      if (session.httpsNeeded || session.setUpNeeded) return <NotReady session={session} />;
      return (
        <Switch>
          <Route path="/forgotten">
            <Forgotten />
          </Route>
          <Route>
            <SignIn deviceLink={link !== undefined} />
          </Route>
        </Switch>
      );
    case 'second-factor':
      return <SecondFactor session={session} deviceToken={link?.token} />;
    case 'enrol':
      return <Enrol person={session.person} />;
    case 'waiting-for-confirmation':
      return <WaitingForConfirmation session={session} />;
    case 'locked':
      return <Locked session={session} />;
  }
}

/** What a person sees who is not signed in: the page for the session's state, or the page of the link that was opened. */
export function Gate({ session, link }: { session: SessionState; link: OpenedLink | undefined }) {
  const isUseless = link?.kind === 'device' && session.state === 'signed-in';
  useEffect(() => {
    if (isUseless) leaveLink();
  }, [isUseless]);
  return pageOf(session, link);
}
