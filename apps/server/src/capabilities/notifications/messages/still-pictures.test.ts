import { expect, test } from 'vitest';
import type { MessageContent } from './message-content.ts';
import { renderStillPictures } from './still-pictures.ts';

const START = Date.UTC(2026, 2, 2, 1, 10, 5);
const CLIP = { guid: 'c', startedAt: START, endedAt: START + 20_000, linkEpoch: 0, hasStill: true };

const CONTENT: MessageContent = {
  kind: 'ALERTS',
  language: 'en',
  useCelsius: false,
  timeFormat: 'auto',
  tenantName: 'Acme',
  at: START,
  items: [
    {
      alert: 'a',
      change: 'RAISED',
      occurrence: 1,
      notificationNumber: null,
      severity: 360,
      message: 'Motion',
      problem: null,
      location: null,
      sentry: 'Rack 7',
      policy: 'Motion',
      subject: null,
      conditions: [],
      startedAt: START,
      clearedAt: null,
      withdrawn: false,
      suppressedFor: null,
      symptoms: 0,
      changes: [],
      video: { state: 'READY', reason: null, clips: [CLIP] },
      kind: 'POLICY_ALERT_WITH_READINGS',
    },
  ],
  digest: null,
};

test.each([
  ['cannot be read', () => Promise.reject(new Error('the disk is gone')), ['the disk is gone']],
  ['is no longer there', () => Promise.resolve(null), []],
])('a still that %s is left out', async (_, readStill, reasons) => {
  const failed: string[] = [];
  const onFailed = (error: unknown) => failed.push(error instanceof Error ? error.message : '');
  expect(await renderStillPictures(readStill, 'tenant', CONTENT, onFailed)).toEqual([]);
  expect(failed).toEqual(reasons);
});
