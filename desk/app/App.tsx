import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Router } from 'wouter';
import { deskPath } from '#contract/desk/session.ts';
import { useLive } from '../lib/live.ts';
import { queryClient } from '../lib/read.ts';
import { SessionContext, useSessionState } from '../lib/session.ts';
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
  const session = useSessionState();
  useLive(session.state === 'signed-in' || session.state === 'locked');
  const isSignedIn = session.state === 'signed-in';
  // Load the gate before the desk locks: by then the server may have another build. A failure shows when the gate is drawn.
  useEffect(() => {
    if (isSignedIn) void loadGate().catch(() => undefined);
  }, [isSignedIn]);
  if (session.state === 'unknown') return <Waiting what="the desk" />;
  return (
    <QueryClientProvider client={queryClient}>
      <Router base={deskPath}>
        {isSignedIn && !link ? (
          <SessionContext value={session}>
            {/* The key mounts a new shell for another person, so nothing that the person before typed or opened stays. */}
            <Shell key={session.person.id} />
          </SessionContext>
        ) : (
          <Boundary fallback={<GateNotLoaded />} resetKey={session.state}>
            <Suspense fallback={<Waiting what="the desk" />}>
              <Gate session={session} link={link} />
            </Suspense>
          </Boundary>
        )}
        {session.state !== 'locked' && session.state !== 'unreachable' && <ShownOnceDialog />}
      </Router>
    </QueryClientProvider>
  );
}
