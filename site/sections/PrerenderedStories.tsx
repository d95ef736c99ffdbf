import { type ComponentType, useState } from 'react';
import './night-dial.css';
import './services-section.css';
import './shared-screen.css';
import './lync-section.css';

let Stories: ComponentType | undefined;
let documentHasThem = typeof document !== 'undefined' && document.getElementById('stories') !== null;

/**
 * Fetches the code of the sections, except the first time in a document that was served with them: there they are HTML
 * already, need no script, and are left as they are.
 */
export async function loadStories(): Promise<void> {
  if (documentHasThem) documentHasThem = false;
  else ({ Stories } = await import('./Stories.tsx'));
}

/** The sections: rendered, or the HTML that the document came with. Which of the two does not change while they are shown. */
export function PrerenderedStories() {
  const [Rendered] = useState(() => Stories);
  if (Rendered) {
    return (
      <div id="stories">
        <Rendered />
      </div>
    );
  }
  // React leaves the inside of such an element alone when it takes over what was served.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, the empty text only says whose the inside is
  return <div id="stories" suppressHydrationWarning={true} dangerouslySetInnerHTML={{ __html: '' }} />;
}
