import { HookReport } from '@picket/contracts/hooks';
import { expect, test } from 'vitest';
import { DEMO_DEVICES, demoReports } from './demo-device-reports.ts';

const DAY = Array.from({ length: 24 }, (_, hour) => Date.UTC(2026, 2, 2, hour));

test('what the simulated devices report is a message to a webhook, at any hour', () => {
  for (const now of DAY) for (const report of demoReports(now)) expect(HookReport.parse(report)).toMatchObject(report);
});

test('some are adopted, and some wait for a person', () => {
  expect(new Set(DEMO_DEVICES.map(({ isAdopted }) => isAdopted))).toEqual(new Set([true, false]));
});
