import '@fontsource-variable/inter/wght.css';
import './ui/fallback-fonts.css';
import './ui/mantine.css.ts';
import './ui/mantine-variables.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/pages.css';
import './ui/states.css';
import './ui/reading.css';
import './ui/forms.css';
import './ui/mantine-tokens.css';
import './ui/forced-colors.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App, loadFirstPage } from './app/app.tsx';
import { forEachBrought } from './app/brought-responses.ts';
import { showKnownSession } from './features/session/use-session.ts';
import { showPreloaded } from './lib/api.ts';
import { isKnownSignedOut } from './lib/known-session.ts';
import { rootOfPage } from './lib/page-parsed.ts';
import { replaceFirstScreen } from './lib/replace-first-screen.ts';
import { removeDraftsAtSignOut } from './lib/stored-drafts.ts';
import { loadTexts } from './lib/texts.ts';
import { beforeRouter } from './lib/unsaved-changes.ts';
import { LiveRegion } from './ui/live-region.tsx';
import { ToastRegion } from './ui/toast-region.tsx';

// Calendars and zones are reckoned with Temporal; who has it already loads nothing.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

// Requested with the code of the first page; the app waits for it, and asks again after a failure.
void loadTexts(['start']).catch(() => {});

window.addEventListener('popstate', beforeRouter);
removeDraftsAtSignOut();

// A transition is rendered in slices, so that the browser can answer to a click or a key meanwhile.
const draw = (root: Element, isPageLoaded: boolean): void =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <BrowserRouter>
          <LiveRegion />
          <App isPageLoaded={isPageLoaded} />
          <ToastRegion />
        </BrowserRouter>
      </StrictMode>,
    ),
  );

/** The page shows that it loads. What else there is to say meanwhile, such as that the service is down, the console finds out. */
const MAX_WAIT_MS = 3000;

const loadPage = (): Promise<void> => loadFirstPage(window.location.pathname);

/**
 * What came with the page is drawn at once: with a state for each part that is missing, the first screen was drawn five times. Not waited for
 * here, where the code of pages, which has this as well, could not start.
 */
async function drawFirstPage(root: Element): Promise<void> {
  const isLoaded = await Promise.race([
    loadPage().then(() => true),
    new Promise<false>((resolve) => setTimeout(resolve, MAX_WAIT_MS, false)),
  ]);
  forEachBrought(showPreloaded);
  draw(root, isLoaded);
}

async function start(): Promise<void> {
  // With a session the rest of the page comes later than its head: its code starts meanwhile.
  if (!isKnownSignedOut()) void loadPage();
  const root = await rootOfPage();
  replaceFirstScreen(root);
  if (showKnownSession()) await drawFirstPage(root);
  else draw(root, false);
}

void start();
