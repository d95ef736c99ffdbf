import { useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { placedNote, watchNotePlace } from '../forms/note/note-place.ts';
import { startForms } from '../forms/sending/start-forms.ts';
import { startNavigation } from './navigation.ts';
import { Site, type View } from './Site.tsx';

const noNote = () => undefined;

/** The site in the browser: what the URL says is what is shown. */
export function App({ start }: { start: View }) {
  const [view, setView] = useState(start);
  useEffect(() => startNavigation(start, (next) => flushSync(() => setView(next))), [start]);
  useEffect(() => startForms(), []);
  const note = useSyncExternalStore(watchNotePlace, placedNote, noNote);
  return <Site view={view} note={note} />;
}
