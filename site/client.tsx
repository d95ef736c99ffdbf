import './styles/site.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { type BuiltPage, entryOf } from './app/pages.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  const page = document.documentElement.dataset['page'] as BuiltPage;
  const Page = await entryOf(page).load();
  const app = <App start={{ page, Page, visit: 0 }} />;
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
