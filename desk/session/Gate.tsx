import { type ReactNode, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { leaveLink, type OpenedLink } from '../lib/opened-link.ts';
import type { Standing } from '../lib/session.ts';
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
function pageOf(standing: Standing, link: OpenedLink | undefined): ReactNode {
  if (link && link.kind !== 'device') return <LinkPage key={link.token} link={link} />;
  switch (standing.state) {
    case 'unknown':
    case 'signed-in':
      return null;
    case 'unreachable':
      return <Unreachable />;
    case 'none':
      if (standing.httpsNeeded || standing.setUpNeeded) return <NotReady standing={standing} />;
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
      return <SecondFactor standing={standing} deviceToken={link?.token} />;
    case 'enrol':
      return <Enrol person={standing.person} />;
    case 'waiting-for-confirmation':
      return <WaitingForConfirmation standing={standing} />;
    case 'locked':
      return <Locked standing={standing} />;
  }
}

/** What a person sees who is not signed in: the page for the session's state, or the page of the link that was opened. */
export function Gate({ standing, link }: { standing: Standing; link: OpenedLink | undefined }) {
  const isUseless = link?.kind === 'device' && standing.state === 'signed-in';
  useEffect(() => {
    if (isUseless) leaveLink();
  }, [isUseless]);
  return pageOf(standing, link);
}
