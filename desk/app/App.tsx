import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Router } from 'wouter';
import { deskPath } from '#contract/desk/session.ts';
import { useLive } from '../lib/live.ts';
import { queryClient } from '../lib/read.ts';
import { SessionContext, useStanding } from '../lib/session.ts';
import { LockedRings } from '../ringing/LockedRings.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { LoadAgain } from '../ui/LoadAgain.tsx';
import { Waiting } from '../ui/Loaded.tsx';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';
import { Shell } from './Shell.tsx';
import { useStart } from './use-start.ts';

const loadGate = async () => ({ default: (await import('../session/Gate.tsx')).Gate });
const Gate = lazy(loadGate);

/** Shown when the file of the gate cannot be loaded. A locked desk still rings here. */
function GateNotLoaded() {
  return (
    <main id="main" className="state">
      <LockedRings />
      <h1>This page did not load</h1>
      <p>You are signed out, or the desk is locked. Load the page again to go on.</p>
      <LoadAgain />
    </main>
  );
}

/** The console: the shell for who is signed in, and the pages of the sign-in for everybody else. */
export function App() {
  const link = useStart();
  const standing = useStanding();
  useLive(standing.state === 'signed-in' || standing.state === 'locked');
  const isSignedIn = standing.state === 'signed-in';
  // Load the gate before the desk locks: by then the server may have another build. A failure shows when the gate is drawn.
  useEffect(() => {
    if (isSignedIn) void loadGate().catch(() => undefined);
  }, [isSignedIn]);
  if (standing.state === 'unknown') return <Waiting what="the desk" />;
  return (
    <QueryClientProvider client={queryClient}>
      <Router base={deskPath}>
        {isSignedIn && !link ? (
          <SessionContext value={standing}>
            {/* The key mounts a new shell for another person, so nothing that the person before typed or opened stays. */}
            <Shell key={standing.person.id} />
          </SessionContext>
        ) : (
          <Boundary fallback={<GateNotLoaded />} resetKey={standing.state}>
            <Suspense fallback={<Waiting what="the desk" />}>
              <Gate standing={standing} link={link} />
            </Suspense>
          </Boundary>
        )}
        {standing.state !== 'locked' && standing.state !== 'unreachable' && <ShownOnceDialog />}
      </Router>
    </QueryClientProvider>
  );
}
