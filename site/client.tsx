import './styles/site.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Page } from '#contract/pages.ts';
import { App } from './app/App.tsx';
import { pageTable } from './app/pages.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  const page = document.documentElement.dataset['page'] as Page;
  const { isStatic, load } = pageTable[page];
  const isServed = root.hasChildNodes();
  const Component = isStatic && isServed ? undefined : await load();
  const app = <App start={{ page, Page: Component, visit: 0 }} />;
  if (isServed) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
