import '@fontsource-variable/inter/wght.css';
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
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { replaceFirstScreen } from './lib/replace-first-screen.ts';
import { loadTexts } from './lib/texts.ts';
import { LiveRegion } from './ui/live-region.tsx';
import { ToastRegion } from './ui/toast-region.tsx';

// Calendars and zones are reckoned with Temporal; who has it already loads nothing.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

// Requested with the code of the first page; the app waits for it, and asks again after a failure.
void loadTexts(['start']).catch(() => {});

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
replaceFirstScreen(root);
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <LiveRegion />
      <App />
      <ToastRegion />
    </BrowserRouter>
  </StrictMode>,
);
