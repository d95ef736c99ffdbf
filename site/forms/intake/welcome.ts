import { servedPart } from '../../app/Served.tsx';

/** The welcome panel: what the form will ask in three highlights, and in the fourth square the button that opens it. */
export const welcome = servedPart(
  { as: 'section', id: 'welcome', className: 'welcome paper', 'aria-labelledby': 'welcome-heading' },
  () => import('./Welcome.tsx').then((file) => file.Welcome),
);
