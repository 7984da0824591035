/** Small files that a power cut left empty or in part: the sentry starts without what was in them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/camera-device.ts';
import { readVideoConfig } from './camera-config.ts';
import { readRecordingState } from './recording-state.ts';

test.each(['', '{"groups":[', '\0\0\0\0'])('what is being recorded, and the configuration, as %j', (content) => {
  const folder = temporaryFolder();
  for (const name of ['recordings.json', 'camera.json']) writeFileSync(join(folder, name), content);
  expect(readRecordingState(folder)).toEqual({ groups: [], finished: [], holds: [] });
  expect(readVideoConfig(folder)).toEqual({ videoPolicies: [] });
});
