/**
 * The monitor's scenarios, each a failure seen in a well-known system, and where each stands as a test. The left column is
 * the rules' own list; a scenario whose test is renamed or removed is missed here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENGINE = 'packages/monitor/test/scenarios.test.ts';
const EDITS = 'apps/server/test/policy-edits.test.ts';
const QUIET = 'apps/server/test/quiet-and-closed.test.ts';
const SCHEDULES = 'packages/domain/src/schedules.test.ts';
const SILENCE = 'apps/server/test/sentry-offline.test.ts';

const SCENARIOS: readonly [scenario: string, file: string, title: string][] = [
  [
    'kill -9 during ONSET and during EXIT changes nothing',
    ENGINE,
    'kill -9 during ONSET and during EXIT changes nothing',
  ],
  [
    'the same, with real processes',
    'tests/chaos/kill.test.ts',
    'nothing acknowledged is lost or doubled, the alerts are those of a quiet run',
  ],
  [
    'saving another policy leaves running timers alone',
    EDITS,
    'saving another policy, or another violation, leaves running timers alone',
  ],
  [
    "editing a policy's text with an open alert sends nothing",
    EDITS,
    'editing text, severity and kind with an open alert sends nothing',
  ],
  ['one old reading does not satisfy a long onset', ENGINE, 'one old reading does not satisfy a long onset'],
  ['silence in ONSET pauses, does not fire', ENGINE, 'silence in ONSET pauses, does not fire'],
  ['silence while TRUE stays open', ENGINE, 'silence while TRUE stays open'],
  ['a 3 s dropout does not restart a 10-minute onset', ENGINE, 'a 3 s dropout does not restart a 10-minute onset'],
  ['unknown then the same high value: no second alert', ENGINE, 'unknown, then the same high value: no second alert'],
  ['one good reading inside the exit delay: same alert', ENGINE, 'one good reading inside the exit delay: same alert'],
  ['DND Fri 22:00-06:00 mutes Sat 03:00, not Fri 03:00', SCHEDULES, 'Fri 22:00-06:00 mutes Sat 03:00, not Fri 03:00'],
  ['the instants 22:00:00.000, 00:00:00.000, 05:59:59.999, 06:00:00.000', SCHEDULES, 'the instant %s: %s'],
  ['the day the clocks go forward', SCHEDULES, 'the day the clocks go forward'],
  ['the day the clocks go back', SCHEDULES, 'the day the clocks go back'],
  ['a zone with a half-hour shift', SCHEDULES, 'a zone with a half-hour shift'],
  [
    'a condition already true when DND ends',
    QUIET,
    'raised muted while it is in force, unmuted when it ends and still open',
  ],
  ['closed by a person while true', QUIET, 'while it is still true: no new alert until it was over once'],
  [
    'the server down for 2 h raises no offline storm, true silence is still found after',
    SILENCE,
    'a server that was down for two hours raises no offline alerts for it, and detects sentries that stay offline',
  ],
  ['both silence thresholds exact to 1 s', SILENCE, 'both offline thresholds are exact'],
  [
    'the same report posted twice',
    'apps/server/test/ingest.test.ts',
    'readings are stored, a repetition counts as duplicates, the first value stays',
  ],
  [
    'shuffled arrival of late readings equals the ordered run after reconcile',
    'apps/server/test/late-readings.test.ts',
    'two days in any order, over checkpoints, give the alerts of the ordered run',
  ],
  [
    'the same, for random histories',
    'packages/monitor/test/engine-equals-oracle.test.ts',
    'readings that arrive in any order give the oracle’s alerts once they are reconciled',
  ],
  ['10,000 conditions true at once', ENGINE, '10,000 conditions true at once'],
];

test.each(SCENARIOS)('%s', (_, file, title) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const titles = [
    ...text.matchAll(/\btest(?:\.each(?:<[^>]*>)?\([\s\S]*?\))?\(\s*['"`]([^'"`]+(?:\\'[^'"`]*)*)['"`]/gu),
  ].map(([, found = '']) => found);
  expect(
    titles.some((found) => found.includes(title)),
    `${title} in ${file}`,
  ).toBe(true);
});
