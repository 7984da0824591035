/** The pages of docs/reference by the name of their file. */
import { errorsPage } from './errors-page.ts';
import { limitsPage } from './limits-page.ts';
import { metricsPage } from './metrics-page.ts';
import { readingsPage } from './readings-page.ts';
import { requestsPage } from './requests-page.ts';
import { settingsPage } from './settings-page.ts';
import { webhooksPage } from './webhooks-page.ts';

export const REFERENCE_PAGES: Readonly<Record<string, () => string>> = {
  'errors.md': errorsPage,
  'limits.md': limitsPage,
  'metrics.md': metricsPage,
  'readings.md': readingsPage,
  'requests.md': requestsPage,
  'settings.md': settingsPage,
  'webhooks.md': webhooksPage,
};
