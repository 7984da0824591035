/** The reference sentry replays a recording against a server of its own. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { startReferenceSentry } from '../support/reference-sentry.ts';
import { PERSON, signedIn } from '../support/screen-world.ts';
import { startServer } from '../support/server-process.ts';

const LINES = 3000;

/** A reading a minute from 2026-01-01T00:00Z, in °F. */
function writeRecording(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-replay-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'recording.csv');
  const lines = Array.from(
    { length: LINES },
    (_, minute) => `${new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString()},${68 + (minute % 9)}`,
  );
  writeFileSync(file, `timestamp,value\n${lines.join('\n')}\n`);
  return file;
}

test('a recording replayed by the reference sentry shows its progress, and is stored as a whole', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const env = { PICKET_ADMIN_EMAIL: PERSON.email, PICKET_ADMIN_PASSWORD: PERSON.password };
  const server = await startServer(database.url, { env });
  onTestFinished(() => server.stop());
  const api = await signedIn(server.base);
  const location = await api('POST /locations', { body: { name: 'Cold store', timezone: 'UTC' } });
  const { guid, activationCode } = await api('POST /locations/{guid}/sentries', {
    params: { guid: location.guid },
    body: { name: 'Replay' },
  });
  const speed = ['--speed', 'full', '--unit', 'fahrenheit'];
  const sentry = startReferenceSentry(server.base, '--code', activationCode, '--replay', writeRecording(), ...speed);
  onTestFinished(() => sentry.end());
  let output = '';
  sentry.process.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  expect(await once(sentry.process, 'close')).toEqual([0, null]);
  expect(output).toContain(`Replayed 100 % (${LINES} of ${LINES})`);
  const { series } = await api('GET /locations/{guid}/telemetry', {
    params: { guid: location.guid },
    query: { sentry: guid, from: '2026-01-01T00:00:00Z', to: '2026-01-04T00:00:00Z', points: 100 },
  });
  expect(series[0]?.points.reduce((sum, { count }) => sum + count, 0)).toBe(LINES);
  expect(series[0]?.points[0]?.min).toBeCloseTo(20, 3);
});
