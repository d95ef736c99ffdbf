import { servedPart } from '../app/Served.tsx';
import './night-dial.css';
import './services-section.css';
import './shared-screen.css';
import './lync-section.css';

/** The four sections under the hero. */
export const homeSections = servedPart({ as: 'div', id: 'home-sections' }, () =>
  import('./HomeSections.tsx').then((file) => file.HomeSections),
);
