import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { startNavigation } from './navigation.ts';
import { Site, type View } from './Site.tsx';
import { useQueueNote } from './useQueueNote.ts';

/** The site in the browser: what the URL says is what is shown. */
export function App({ start }: { start: View }) {
  const [view, setView] = useState(start);
  useEffect(() => startNavigation(start, (next) => flushSync(() => setView(next))), [start]);
  const queue = useQueueNote();
  return <Site view={view} note={queue && <queue.Note leads={queue.leads} />} />;
}
