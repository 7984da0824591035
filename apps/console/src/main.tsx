import '@fontsource-variable/inter/wght.css';
import './ui/mantine.css.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/pages.css';
import './ui/states.css';
import './ui/reading.css';
import './ui/forms.css';
import './ui/mantine-tokens.css';
import './app/shell.css';
import './features/alerts/alerts.css';
import './ui/forced-colors.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { loadTexts } from './lib/texts.ts';
import { LiveRegion } from './ui/live-region.tsx';
import { cssVariables, theme } from './ui/theme.ts';
import { ToastRegion } from './ui/toast-region.tsx';

/** Put into the page by the server: the content security policy lets style elements in that carry it. */
const styleNonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? '';

// Calendars and zones are reckoned with Temporal; who has it already loads nothing.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

// Requested with the code of the first page; the app waits for it, and asks again after a failure.
void loadTexts(['start']).catch(() => {});

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <BrowserRouter>
        <LiveRegion />
        <App />
        <ToastRegion />
      </BrowserRouter>
    </MantineProvider>
  </StrictMode>,
);
