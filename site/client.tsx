import './styles/site.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { missingEvent } from '#client/lib/load-again.ts';
import { keepWorkingTranslated } from '#client/lib/translated.ts';
import type { Page } from '#contract/pages.ts';
import { App } from './app/App.tsx';
import { pageTable } from './app/pages.ts';

/** The wait before a page's module that could not be loaded is asked for again, in milliseconds. */
const againMs = 5000;

/**
 * Loads a page's module. Until it is there, the page stays as the server made it and works like a page without script. What was
 * typed into it is taken over then. When nothing was typed, the script in the head loads the page again.
 */
const loadAgain = <Loaded,>(load: () => Promise<Loaded>): Promise<Loaded> =>
  load().catch(() => {
    dispatchEvent(new Event(missingEvent));
    return new Promise((resolve) => setTimeout(() => resolve(loadAgain(load)), againMs));
  });

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  const page = document.documentElement.dataset['page'] as Page;
  const { isStatic, load } = pageTable[page];
  const isServed = root.hasChildNodes();
  const Component = isStatic && isServed ? undefined : await loadAgain(load);
  const app = <App start={{ page, Page: Component, visit: 0 }} />;
  if (isServed) {
    const fields = root.querySelectorAll<HTMLInputElement>('input, select, textarea');
    const focused = document.activeElement;
    hydrateRoot(root, app, {
      onRecoverableError(error) {
        reportError(error);
        void import('./app/carry-over.ts').then((file) => file.carryOver(fields, focused), reportError);
      },
    });
  } else createRoot(root).render(app);
}

keepWorkingTranslated();
void start();
