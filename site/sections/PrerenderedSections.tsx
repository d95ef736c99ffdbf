import { type ComponentType, useState } from 'react';
import { Served } from '../app/Served.tsx';
import './night-dial.css';
import './services-section.css';
import './shared-screen.css';
import './lync-section.css';

let HomeSections: ComponentType | undefined;
let documentHasSections = typeof document !== 'undefined' && document.getElementById('home-sections') !== null;

/**
 * Loads the code of the sections. The first call does nothing in a document that was served with them: their HTML stays as it is.
 */
export async function loadHomeSections(): Promise<void> {
  if (documentHasSections) documentHasSections = false;
  else ({ HomeSections } = await import('./HomeSections.tsx'));
}

/** The sections: rendered, or the HTML of the served document. Which one is fixed while they are shown. */
export function PrerenderedSections() {
  const [Rendered] = useState(() => HomeSections);
  if (Rendered) {
    return (
      <div id="home-sections">
        <Rendered />
      </div>
    );
  }
  return <Served as="div" id="home-sections" />;
}
