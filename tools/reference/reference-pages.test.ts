/** The pages of docs/reference are those that their sources make. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROMETHEUS_METRICS } from '@picket/domain/prometheus-names';
import { describeSettings } from '@picket/server/config';
import { expect, test } from 'vitest';
import { REFERENCE_PAGES } from './reference-pages.ts';
import { settingsPage } from './settings-page.ts';

const FOLDER = fileURLToPath(new URL('../../docs/reference/', import.meta.url));
/** Of the environment that starts Picket, not for operators. */
const INTERNAL = ['NODE_ENV', 'PICKET_COMMIT', 'PICKET_CONSOLE_DIR'];

test.each(Object.entries(REFERENCE_PAGES))('%s is as npm run reference writes it', (name, page) => {
  expect(readFileSync(FOLDER + name, 'utf8')).toBe(page());
});

test('every page has a source', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(REFERENCE_PAGES).sort());
});

test('every setting is described', () => {
  const page = settingsPage();
  const missing = Object.keys(describeSettings()).filter((name) => !page.includes(`| \`${name}\` |`));
  expect(missing.sort()).toEqual(INTERNAL);
});

test('the guide to Grafana lists every metric', () => {
  const guide = readFileSync(new URL('../../docs/guides/dashboards-in-grafana.md', import.meta.url), 'utf8');
  const listed = guide.split('\n').filter((line) => line.startsWith('| `picket_'));
  expect(listed).toEqual(PROMETHEUS_METRICS.map(({ name, help }) => `| \`${name}\` | ${help} |`));
});
