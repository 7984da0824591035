/**
 * The same series through a peer: Prometheus' own rule tests (`promtool test rules`), `for` as the onset delay and
 * `keep_firing_for` as the exit delay. On minute-aligned data without gaps both must agree minute by minute; where they
 * differ by design, a test says which rule says so and holds both sides to it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Violation } from '@picket/domain/policies';
import { describe, expect, test } from 'vitest';
import { compilePolicies, EMPTY_STATE, type SentryState, stepReadings, stepTick } from '../src/index.ts';
import { Ledger } from './ledger.ts';

const PROMTOOL = [process.env.PICKET_PROMTOOL, '/usr/bin/promtool'].find((path) => path && existsSync(path)) ?? null;
if (PROMTOOL === null)
  console.log(
    'promtool was not found (PICKET_PROMTOOL, /usr/bin/promtool): the comparison with Prometheus did not run',
  );

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);
const LIMIT = 30;

interface Rule {
  readonly name: string;
  /** Minutes. */
  readonly onset: number;
  readonly exit: number;
}

/** One value a minute; null where none came. */
type Series = readonly (number | null)[];

/**
 * Whether an alert of ours is open at each minute. `readingsFirst`: with `epsilon` added to its delays, so that a reading at
 * the very instant a delay is due goes before it, as the peer has it, and looked at that much later.
 */
function ours(rule: Rule, series: Series, minutes: number, readingsFirst = false): boolean[] {
  const epsilon = readingsFirst ? 0.001 : 0;
  const alerts = alertsOf(rule, series, minutes, epsilon);
  return Array.from({ length: minutes }, (_, minute) => {
    const at = START + minute * MINUTE + epsilon * 1000;
    return alerts.some(({ raisedAt, clearedAt }) => raisedAt <= at && (clearedAt === null || at < clearedAt));
  });
}

function alertsOf({ onset, exit }: Rule, series: Series, minutes: number, epsilon: number) {
  const seconds = (delay: number): number => (delay === 0 ? 0 : delay * 60 + epsilon);
  const violation: Violation = {
    description: 'hot',
    severity: 300,
    video: false,
    activeResolution: false,
    onsetDelay: seconds(onset),
    exitDelay: seconds(exit),
    incidentStartAdjustment: 0,
    instant: false,
    conditions: [
      {
        sensorMetricId: 'environment_temperature',
        column: 'value',
        calc: { grab: 'LAST', minutes: 0 },
        operator: 'GREATER_THAN',
        threshold: LIMIT,
        onsetDelay: 0,
        exitDelay: 0,
        violationStartAdjustment: 0,
      },
    ],
  };
  const policies = compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [violation] } }], {
    reportIntervalSeconds: 60,
    fluidSensors: [],
  });
  const ledger = new Ledger();
  let state: SentryState = EMPTY_STATE;
  series.forEach((value, minute) => {
    if (value === null) return;
    const at = START + minute * MINUTE;
    const step = stepReadings(policies, state, [{ series: 'environment_temperature.value', at, value }], at);
    ledger.apply(step.outcomes);
    state = step.state;
  });
  ledger.apply(stepTick(policies, state, START + minutes * MINUTE).outcomes);
  return ledger.standing();
}

interface Expectation {
  readonly series: Series;
  readonly rule: Rule;
  /** Whether the peer is said to fire at each minute; null: not asked, since its versions differ there. */
  readonly firing: readonly (boolean | null)[];
}

/** What promtool says of these expectations: empty when it agrees with all of them. */
function promtoolOutput(rules: readonly Rule[], expectations: readonly Expectation[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-peer-'));
  try {
    const rulesFile = {
      groups: [
        {
          name: 'watched',
          rules: rules.map(({ name, onset, exit }) => ({
            alert: name,
            expr: `temperature > ${LIMIT}`,
            ...(onset > 0 ? { for: `${onset}m` } : {}),
            ...(exit > 0 ? { keep_firing_for: `${exit}m` } : {}),
          })),
        },
      ],
    };
    const tests = [...Map.groupBy(expectations, ({ series }) => series)].map(([series, own]) => ({
      interval: '1m',
      input_series: [{ series: 'temperature', values: series.map((value) => value ?? '_').join(' ') }],
      alert_rule_test: own.flatMap(({ rule, firing }) =>
        firing.flatMap((isFiring, minute) =>
          isFiring === null
            ? []
            : [{ eval_time: `${minute}m`, alertname: rule.name, exp_alerts: isFiring ? [{ exp_labels: {} }] : [] }],
        ),
      ),
    }));
    // JSON is YAML.
    writeFileSync(join(folder, 'rules.yml'), JSON.stringify(rulesFile));
    const testFile = { rule_files: ['rules.yml'], evaluation_interval: '1m', tests };
    writeFileSync(join(folder, 'tests.yml'), JSON.stringify(testFile));
    const run = spawnSync(PROMTOOL ?? '', ['test', 'rules', 'tests.yml'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    return run.status === 0
      ? ''
      : `${run.stdout}${run.stderr}`.replace(/\n+/gu, '\n').slice(0, 2000) || 'promtool failed';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ruleOf = (onset: number, exit: number): Rule => ({ name: `Hot_${onset}_${exit}`, onset, exit });

/** Walks around the limit; a seed makes it the same every time. */
function walk(seed: number, minutes: number): number[] {
  let random = seed;
  const next = (): number => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return random / 2_147_483_648;
  };
  let value = 27 + next() * 6;
  return Array.from({ length: minutes }, () => {
    value += (next() - 0.5) * 4 + (30 - value) * 0.1;
    return Math.round(value * 10) / 10;
  });
}

describe.runIf(PROMTOOL !== null)('beside Prometheus', () => {
  const rules = [0, 1, 3, 10].flatMap((onset) => [0, 1, 5].map((exit) => ruleOf(onset, exit)));

  test('without gaps both agree at every minute, for every pair of delays, where readings go before delays', () => {
    const minutes = 120;
    const walks = Array.from({ length: 25 }, (_, seed) => walk(seed + 1, minutes));
    const expectations = walks.flatMap((series) =>
      rules.map((rule) => ({ series, rule, firing: ours(rule, series, minutes, true) })),
    );
    expect(expectations.some(({ firing }) => firing.includes(true))).toBe(true);
    expect(promtoolOutput(rules, expectations)).toBe('');
  });

  test('the comparison can fail: an alert a minute off is noticed', () => {
    const series = walk(4, 60);
    const rule = ruleOf(3, 1);
    const late = [false, ...ours(rule, series, 60, true)].slice(0, 60);
    expect(promtoolOutput([rule], [{ series, rule, firing: late }])).not.toBe('');
  });

  test('differs by design: "time first, readings second"; the peer asks only at readings, and lets the reading decide', () => {
    // Cool again at the very minute the onset is reached; hot again at the very minute the exit is.
    const onset = ruleOf(2, 0);
    const cooled: Series = [20, 35, 35, 20, 20];
    expect(promtoolOutput([onset], [{ series: cooled, rule: onset, firing: Array(5).fill(false) }])).toBe('');
    expect(ours(ruleOf(2, 5), cooled, 5)).toEqual([false, false, false, true, true]);
    const exit = ruleOf(0, 2);
    const returned: Series = [35, 20, 20, 35, 35];
    expect(promtoolOutput([exit], [{ series: returned, rule: exit, firing: Array(5).fill(true) }])).toBe('');
    // To us it was over, and began again, at one instant: two alerts where the peer has one.
    expect(alertsOf(exit, returned, 5, 0)).toHaveLength(2);
  });

  test('differs by design: "Missing data never does [end an alert]"; the peer resolves it after five minutes', () => {
    const rule = ruleOf(0, 0);
    const series: Series = [20, 35, 35, ...Array<null>(12).fill(null)];
    expect(ours(rule, series, 15)).toEqual([false, ...Array(14).fill(true)]);
    const peer = Array.from({ length: 15 }, (_, minute) => (minute === 7 ? null : minute >= 1 && minute < 7));
    expect(promtoolOutput([rule], [{ series, rule, firing: peer }])).toBe('');
  });

  test('differs by design: "gaps pause, they neither advance nor reset"; the peer lets a stale value satisfy a delay, or starts over', () => {
    const rule = ruleOf(4, 0);
    // Hot for two minutes, nothing for four, hot again: we have counted 150 s of the gap as held, the peer all of it.
    const series: Series = [20, 35, 35, null, null, null, 35, 35, 35, 35, 35];
    expect(ours(rule, series, 11)).toEqual([...Array(7).fill(false), true, true, true, true]);
    const peer = Array.from({ length: 11 }, (_, minute) => minute >= 5);
    expect(promtoolOutput([rule], [{ series, rule, firing: peer }])).toBe('');
    // A longer gap: the peer has forgotten the two minutes before it, we have not.
    const longer: Series = [20, 35, 35, ...Array<null>(9).fill(null), 35, 35, 35, 35, 35, 35];
    const forgot = Array.from({ length: 18 }, (_, minute) =>
      minute === 7 ? null : (minute >= 5 && minute < 7) || minute >= 16,
    );
    expect(ours(rule, longer, 18).indexOf(true)).toBe(13);
    expect(promtoolOutput([rule], [{ series: longer, rule, firing: forgot }])).toBe('');
  });
});
