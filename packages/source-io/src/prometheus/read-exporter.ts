/** Reads the chosen values from the page of an exporter. */

import type { ExporterSettings } from '@picket/contracts/connected-settings';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import { type FoundSeries, readMetricsPage } from '@picket/devices/prometheus-text';
import { selectorText } from '@picket/domain/metric-selectors';
import { cleanText } from '@picket/domain/text';
import type { ReadRow, ValuesRead } from '../chosen/chosen-reader.ts';
import { type MetricsPage, PageTooLarge } from '../metrics-page.ts';
import { AddressRefused, type SourceNetwork } from '../source-network.ts';

const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const DEADLINE_MS = 20_000;
const MAX_FOUND = 300;
const TEXT_FORMAT = 'text/plain;version=0.0.4;q=1,*/*;q=0.1';
/** Where exporters have their page unless they say otherwise. */
const USUAL_PATH = '/metrics';

/** The address of the page. */
function pageOf(address: string): string {
  const url = new URL(address);
  if (url.pathname === '/' && url.search === '') url.pathname = USUAL_PATH;
  return url.href;
}

export async function readExporter(
  settings: ExporterSettings,
  network: SourceNetwork,
  closing: AbortSignal,
): Promise<ValuesRead> {
  let page: MetricsPage;
  try {
    page = await network.readPage(
      {
        url: pageOf(settings.address),
        headers: {
          accept: TEXT_FORMAT,
          ...(settings.password === null ? {} : { authorization: `Bearer ${settings.password}` }),
        },
      },
      {
        maxBytes: MAX_PAGE_BYTES,
        ending: AbortSignal.any([closing, AbortSignal.timeout(DEADLINE_MS)]),
      },
    );
  } catch (error) {
    return { kind: 'failed', problem: problemOf(error) };
  }
  if (page.status !== 200) return { kind: 'failed', problem: problemOfStatus(page.status) };
  const answer = readMetricsPage(page.text, settings.values);
  if (answer.kind === 'read') return { kind: 'read', rows: answer.found.map(rowOf) };
  // What is broken from its first line on is something else.
  const isOther = answer.kind === 'html' || answer.line === 1;
  return { kind: 'failed', problem: isOther ? 'NOT_PROMETHEUS' : 'METRICS_BROKEN' };
}

function rowOf({ first, others }: FoundSeries): ReadRow {
  if (first === null) return { read: { kind: 'unknown', problem: 'MISSING' } };
  const found = selectorText({ metric: first.metric, labels: Object.fromEntries(first.labels) });
  return {
    read: { kind: 'value', value: first.value, at: first.at },
    found: cleanText(found, MAX_FOUND),
    others,
  };
}

function problemOfStatus(status: number): IntegrationProblem {
  if (status === 401 || status === 403) return 'NOT_AUTHORIZED';
  return status >= 300 && status < 400 ? 'REDIRECTED' : 'REQUEST_REFUSED';
}

function problemOf(error: unknown): IntegrationProblem {
  if (error instanceof PageTooLarge) return 'METRICS_TOO_LARGE';
  if (error instanceof AddressRefused) return 'ADDRESS_REFUSED';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ECONNREFUSED') return 'CONNECTION_REFUSED';
  // What answers, but not in HTTP, or packed wrongly.
  return typeof code === 'string' && /^(?:HPE_|Z_)/u.test(code) ? 'NOT_PROMETHEUS' : 'UNREACHABLE';
}
