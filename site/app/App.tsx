import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from '#client/lib/store.ts';
import { placedNote } from '../forms/note/load-note.ts';
import { startForms } from '../forms/sending/start-forms.ts';
import { startNavigation, type View } from '../navigation/navigation.ts';
import { pageTable } from './pages.ts';
import { Site } from './Site.tsx';

/** The site in the browser. It shows the page that the URL names. */
export function App({ start }: { start: View }) {
  const [view, setView] = useState(start);
  useEffect(() => startNavigation(pageTable, start, (next) => flushSync(() => setView(next))), [start]);
  useEffect(() => startForms(), []);
  return <Site view={view} note={useStore(placedNote)} />;
}
