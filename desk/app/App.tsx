import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Router } from 'wouter';
import { deskPath } from '#contract/desk/session.ts';
import { useLive } from '../lib/live.ts';
import { queryClient } from '../lib/read.ts';
import { SessionContext, useStanding } from '../lib/session.ts';
import { Waiting } from '../ui/Loaded.tsx';
import { Shell } from './Shell.tsx';
import { useStart } from './use-start.ts';

const Gate = lazy(async () => ({ default: (await import('../session/Gate.tsx')).Gate }));

/** The console: the shell for who is signed in, and the pages of the sign-in for everybody else. */
export function App() {
  const link = useStart();
  const standing = useStanding();
  useLive(standing.state === 'signed-in' || standing.state === 'locked');
  if (standing.state === 'unknown') return <Waiting what="the desk" />;
  return (
    <QueryClientProvider client={queryClient}>
      <Router base={deskPath}>
        {standing.state === 'signed-in' && !link ? (
          <SessionContext value={standing}>
            <Shell />
          </SessionContext>
        ) : (
          <Suspense fallback={<Waiting what="the desk" />}>
            <Gate standing={standing} link={link} />
          </Suspense>
        )}
      </Router>
    </QueryClientProvider>
  );
}
