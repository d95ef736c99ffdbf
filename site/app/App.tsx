import { useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { placedNote, watchNotePlace } from '../forms/note/note-place.ts';
import { startForms } from '../forms/sending/start-forms.ts';
import { startNavigation, type View } from '../navigation/navigation.ts';
import { pageTable } from './pages.ts';
import { Site } from './Site.tsx';

const noNote = () => undefined;

/** The site in the browser. It shows the page that the URL names. */
export function App({ start }: { start: View }) {
  const [view, setView] = useState(start);
  useEffect(() => startNavigation(pageTable, start, (next) => flushSync(() => setView(next))), [start]);
  useEffect(() => startForms(), []);
  const note = useSyncExternalStore(watchNotePlace, placedNote, noNote);
  return <Site view={view} note={note} />;
}
