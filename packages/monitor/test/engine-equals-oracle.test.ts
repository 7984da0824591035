/** Properties: whatever the history, its order of arrival and its cuts, the engine gives the alerts of the oracle. */

import type { Violation } from '@picket/domain/policies';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprintsOf, type Reading, TICK_LAG } from '../src/index.ts';
import { arrivals, editedLedger, engineLedger, Shuffled } from './engine-runs.ts';
import { type OracleAlert, oracleAlerts } from './oracle.ts';
import { caseArb, compileCase, oracleFor, violationArb } from './random-cases.ts';

/** The full number of runs takes a while. */
const LONG = 900_000;
const RUNS = Number(process.env.PICKET_PROPERTY_RUNS ?? 1500);

test(
  'the engine gives the oracle’s alerts for any history',
  () => {
    fc.assert(
      fc.property(caseArb, (one) => {
        const expected = oracleAlerts(oracleFor(one), one.readings, one.horizon);
        expect(engineLedger(one, { cut: false, ticks: 'none' }).standing()).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  },
  LONG,
);

test(
  'any split into reports, restarts between them and ticks behind the readings change nothing and correct nothing',
  () => {
    fc.assert(
      fc.property(caseArb, (one) => {
        const expected = oracleAlerts(oracleFor(one), one.readings, one.horizon);
        const ledger = engineLedger(one, { cut: true, ticks: 'behind' });
        expect(ledger.standing()).toEqual(expected);
        expect(ledger.anyCorrected).toBe(false);
      }),
      { numRuns: RUNS },
    );
  },
  LONG,
);

test(
  'ticks that ran ahead of readings are corrected until what stands is the oracle’s',
  () => {
    fc.assert(
      fc.property(caseArb, (one) => {
        const expected = oracleAlerts(oracleFor(one), one.readings, one.horizon);
        expect(engineLedger(one, { cut: true, ticks: 'ahead' }).standing()).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  },
  LONG,
);

test(
  'readings that arrive in any order give the oracle’s alerts once they are reconciled',
  () => {
    fc.assert(
      fc.property(
        caseArb,
        fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 12 }),
        (one, delays, moves) => {
          const shuffled = new Shuffled(one);
          let report: Reading[] = [];
          arrivals(one, delays).forEach((reading, index) => {
            report.push(reading);
            const move = moves[index % moves.length] ?? 0;
            if (move === 0) return;
            shuffled.receive(report);
            report = [];
            if (move === 2) shuffled.tick(reading.at);
            if (move === 3) shuffled.reconcile();
          });
          shuffled.receive(report);
          shuffled.reconcile();
          shuffled.tick(one.horizon);
          expect(shuffled.ledger.standing()).toEqual(oracleAlerts(oracleFor(one), one.readings, one.horizon));
        },
      ),
      { numRuns: RUNS },
    );
  },
  LONG,
);

test(
  'an edit: before it the old definition, from it on the new one; what both hold true is one alert',
  () => {
    const notInstant = caseArb.filter(({ violation }) => !violation.instant);
    fc.assert(
      fc.property(notInstant, violationArb, fc.nat({ max: 40 }), (one, other, where) => {
        const after: Violation = { ...other, instant: false };
        const place = 1 + (where % one.readings.length);
        // A definition speaks from the newest reading it could have seen: that is where the edit is made.
        const isSeen = (series: string) => after.conditions.some((c) => `${c.sensorMetricId}.${c.column}` === series);
        fc.pre(isSeen(one.readings[place - 1]?.series ?? ''));
        const { ledger, from } = editedLedger(one, after, place);
        const seen = one.readings.slice(0, place);
        const old = oracleAlerts(oracleFor(one), seen, from);
        const now = oracleAlerts(oracleFor({ ...one, violation: after }), one.readings, one.horizon);
        const fingerprint = (violation: Violation) => fingerprintsOf(compileCase({ ...one, violation }));
        // Made at the very instant at which something begins or ends, it is a matter of taste which side that is on.
        const atEdit = [...old, ...now].some(({ raisedAt, clearedAt }) => raisedAt === from || clearedAt === from);
        fc.pre(!atEdit && one.readings[place]?.at !== from);
        const isEdit = JSON.stringify(fingerprint(one.violation)) !== JSON.stringify(fingerprint(after));
        const over = old.filter(({ clearedAt }) => clearedAt !== null);
        // One that stands at the edit is raised there or, where it stood already, was raised before: the same one either way.
        const times = ({ raisedAt, endedAt, clearedAt }: Omit<OracleAlert, 'startedAt'>) => {
          const stands = clearedAt === null || clearedAt > from;
          return [stands ? Math.max(raisedAt, from) : raisedAt, endedAt, clearedAt];
        };
        const expected = now.flatMap((alert) => {
          if (alert.clearedAt !== null && alert.clearedAt <= from && alert.raisedAt < from) return [];
          const endedAt = alert.endedAt === null ? null : Math.max(alert.endedAt, from);
          return [times({ ...alert, endedAt })];
        });
        if (isEdit) expect(ledger.standing().map(times)).toEqual([...over.map(times), ...expected]);
      }),
      { numRuns: RUNS },
    );
  },
  LONG,
);

test('a lag of two seconds stands between the clock and what a tick may say', () => {
  expect(TICK_LAG).toBe(2000);
});
