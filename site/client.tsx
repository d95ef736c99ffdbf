import './styles/site.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { type BuiltPage, entryOf } from './app/pages.ts';

/**
 * A page that the server sent back with a form's errors is complete as it is, in a browser with or without script, and its
 * content differs from what was prerendered. It is left to work without script.
 */
const answeredByServer = document.querySelector('[data-error-summary]:not([hidden])') !== null;

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root || answeredByServer) return;
  const page = document.documentElement.dataset['page'] as BuiltPage;
  const Page = await entryOf(page).load();
  const app = <App start={{ page, Page, visit: 0 }} />;
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
