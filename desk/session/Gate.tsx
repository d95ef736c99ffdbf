import type { OpenedLink } from '../lib/opened-link.ts';
import type { Standing } from '../lib/session.ts';

/** What somebody sees who is not signed in: the page that the session's state, or the link that was opened, asks for. */
export function Gate({ standing }: { standing: Standing; link: OpenedLink | undefined }) {
  return (
    <main id="main" className="gate">
      <h1>{standing.state === 'unreachable' ? 'The desk does not answer' : 'Sign in'}</h1>
    </main>
  );
}
