/** Drafts of policies, and what goes into them: delays and values as people write them, patches, two people at once. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AlertSpan, diffAlerts } from './alert-diff.ts';
import { delayText, parseDelay } from './delays.ts';
import type { Condition, PolicyContent, Violation } from './policies.ts';
import { patchBetween, rebaseDraft } from './policy-drafts.ts';
import { policyInForce } from './policy-merge.ts';
import { isSame } from './same-value.ts';
import { nextClockChange, nextTransitions } from './schedules.ts';
import { displayValue, storedValue } from './units.ts';

describe('delays as text', () => {
  test.each([
    ['10', 10],
    ['10 s', 10],
    ['2min', 120],
    ['1 min 30 s', 90],
    ['1.5 h', 5400],
    ['1,5 h', 5400],
    ['2 days', 172_800],
    ['-30 s', -30],
    ['0', 0],
    ['', null],
    ['soon', null],
    ['5 5 x', null],
    ['10 s later', null],
    ['2 Std. 5 Min.', 7500],
    ['1 Tag', 86_400],
    ['3 Sekunden', 3],
  ])('%s is %s s', (text, seconds) => expect(parseDelay(text)).toBe(seconds));

  test('formatting and parsing are inverse', () => {
    fc.assert(
      fc.property(fc.integer({ min: -31_536_000, max: 31_536_000 }), (seconds) => {
        expect(parseDelay(delayText(seconds))).toBe(seconds);
      }),
    );
  });
});

test('a displayed value parses to the stored value, up to rounding', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        ['environment_temperature', 'value'] as const,
        ['environment_dewpoint', 'value'] as const,
        ['environment_humidity', 'value'] as const,
      ),
      fc.double({ min: -100, max: 400, noNaN: true }),
      fc.boolean(),
      ([metric, column], stored, useCelsius) => {
        const shown = displayValue(metric, column, stored, { useCelsius }).text;
        const typed = storedValue(metric, column, Number(shown), { useCelsius });
        expect(displayValue(metric, column, typed, { useCelsius }).text).toBe(shown);
      },
    ),
  );
  expect(storedValue('environment_temperature', 'value', 89, { useCelsius: false })).toBe(31.6667);
});

describe('the next changes of do-not-disturb', () => {
  const nights = { daysOfWeek: [5, 6], beginHour: 22, beginMinute: 0, endHour: 6, endMinute: 0 };
  const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
  const text = (millis: number): string => Temporal.Instant.fromEpochMilliseconds(millis).toString();

  test('the next four, and whether the clocks change that day', () => {
    // Thursday before the night in which Europe goes to summer time.
    const switches = nextTransitions(nights, 'Europe/Zurich', at('2026-03-26T12:00:00Z'), 4);
    expect(switches.map((one) => [text(one.at), one.quiet, one.onClockChange])).toEqual([
      ['2026-03-27T21:00:00Z', true, false],
      ['2026-03-28T05:00:00Z', false, false],
      ['2026-03-28T21:00:00Z', true, false],
      ['2026-03-29T04:00:00Z', false, true],
    ]);
  });

  test('while it is quiet, the end comes first', () => {
    const [first] = nextTransitions(nights, 'UTC', at('2026-03-27T23:00:00Z'), 1);
    expect(first).toEqual({ at: at('2026-03-28T06:00:00Z'), quiet: false, onClockChange: false });
  });

  test('the next change of the clocks, where there is one', () => {
    expect(nextClockChange('Europe/Zurich', at('2026-03-26T12:00:00Z'))).toBe(at('2026-03-29T01:00:00Z'));
    expect(nextClockChange('UTC', at('2026-03-26T12:00:00Z'))).toBeNull();
  });
});

const condition = fc.record<Condition>({
  sensorMetricId: fc.constantFrom('environment_temperature', 'environment_humidity'),
  column: fc.constant('value'),
  calc: fc.constantFrom({ grab: 'LAST', minutes: 0 }, { grab: 'MEAN', minutes: 5 }),
  operator: fc.constantFrom('GREATER_THAN', 'LESS_THAN'),
  threshold: fc.integer({ min: 0, max: 3 }),
  onsetDelay: fc.constantFrom(0, 60),
  exitDelay: fc.constantFrom(0, 60),
  violationStartAdjustment: fc.constant(0),
});
const violation = fc.record<Violation>({
  description: fc.constantFrom('a', 'b', 'c'),
  severity: fc.constantFrom(100, 300),
  video: fc.boolean(),
  activeResolution: fc.boolean(),
  onsetDelay: fc.constantFrom(0, 10),
  exitDelay: fc.constantFrom(0, 10),
  incidentStartAdjustment: fc.constant(0),
  instant: fc.boolean(),
  conditions: fc.uniqueArray(condition, {
    minLength: 1,
    maxLength: 2,
    selector: ({ sensorMetricId }) => sensorMetricId,
  }),
});
const quiet = fc.constantFrom(null, { daysOfWeek: [1], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 });
const content: fc.Arbitrary<PolicyContent> = fc.record({
  definition: fc.record({
    violations: fc.uniqueArray(violation, { maxLength: 3, selector: ({ description }) => description }),
  }),
  doNotDisturb: quiet,
});
/** The same with some of its values changed: what a person does to a rule that is there. */
const retuned = (original: PolicyContent): fc.Arbitrary<PolicyContent> =>
  fc
    .record({ severity: fc.constantFrom(100, 300), threshold: fc.integer({ min: 0, max: 9 }), quiet, index: fc.nat(3) })
    .map(({ severity, threshold, quiet: doNotDisturb, index }) => ({
      definition: {
        violations: original.definition.violations.map((one, place) =>
          place === index ? { ...one, severity, conditions: one.conditions.map((c) => ({ ...c, threshold })) } : one,
        ),
      },
      doNotDisturb,
    }));

describe('a draft as a patch', () => {
  test('merged over the global policy it is the draft again', () => {
    fc.assert(
      fc.property(
        content.chain((global) => fc.tuple(fc.constant(global), retuned(global))),
        ([global, draft]) => {
          const patch = patchBetween(global, draft);
          expect(patch).not.toBeNull();
          const here = policyInForce(global, patch);
          expect({ definition: here.definition, doNotDisturb: here.doNotDisturb }).toEqual(draft);
        },
      ),
    );
  });

  test('changes that no patch can express have none', () => {
    fc.assert(
      fc.property(content, content, (global, draft) => {
        const patch = patchBetween(global, draft);
        if (patch === null) return;
        const here = policyInForce(global, patch);
        expect(here.definition).toEqual(draft.definition);
        expect(here.dormant).toEqual([]);
      }),
    );
  });
});

describe('rebasing a draft', () => {
  const named = (one: PolicyContent) => ({ ...one, name: 'Room' });

  test('an unchanged side takes the other side', () => {
    fc.assert(
      fc.property(content, content, (base, other) => {
        expect(rebaseDraft(named(base), named(other), named(base))).toEqual({ content: named(other), conflicts: [] });
        expect(rebaseDraft(named(base), named(base), named(other))).toEqual({ content: named(other), conflicts: [] });
      }),
    );
  });

  test('removals and additions are merged, without duplicates', () => {
    fc.assert(
      fc.property(content, content, content, (base, theirs, mine) => {
        const { violations } = rebaseDraft(named(base), named(theirs), named(mine)).content.definition;
        const names = violations.map(({ description }) => description);
        expect(new Set(names).size).toBe(names.length);
        const known = [...theirs.definition.violations, ...mine.definition.violations].map((one) => one.description);
        expect(names.every((name) => known.includes(name))).toBe(true);
      }),
    );
  });

  test('a field both changed is mine, and reported as a conflict', () => {
    const base: PolicyContent = {
      definition: { violations: fc.sample(violation, { seed: 1, numRuns: 1 }) },
      doNotDisturb: null,
    };
    const [one] = base.definition.violations;
    if (one === undefined) throw new Error('there is a violation');
    const change = (part: Partial<Violation>): PolicyContent => ({
      ...base,
      definition: { violations: [{ ...one, ...part }] },
    });
    const { content: both, conflicts } = rebaseDraft(
      named(base),
      named(change({ severity: 1, exitDelay: 77 })),
      named(change({ severity: 2, onsetDelay: 88 })),
    );
    expect(both.definition.violations).toEqual([{ ...one, severity: 2, exitDelay: 77, onsetDelay: 88 }]);
    expect(conflicts).toEqual([{ violation: one.description, sensorMetricId: null, field: 'severity' }]);
  });

  test('a rule I removed and they changed is kept', () => {
    const base = named({
      definition: { violations: fc.sample(violation, { seed: 2, numRuns: 1 }) },
      doNotDisturb: null,
    });
    const [one] = base.definition.violations;
    if (one === undefined) throw new Error('there is a violation');
    const theirs = { ...base, definition: { violations: [{ ...one, severity: 999 }] } };
    const mine = { ...base, definition: { violations: [] } };
    const moved = rebaseDraft(base, theirs, mine);
    expect(moved.content.definition.violations).toMatchObject([{ severity: 999 }]);
    expect(moved.conflicts).toEqual([{ violation: one.description, sensorMetricId: null, field: null }]);
  });
});

describe('the difference of two sets of alerts', () => {
  const span = (raisedAt: number, clearedAt: number | null, name = 'hot'): AlertSpan => ({
    violation: name,
    raisedAt: raisedAt * 1000,
    clearedAt: clearedAt === null ? null : clearedAt * 1000,
  });

  test('delayed, merged, removed, added', () => {
    const before = [span(0, 10), span(20, 30), span(40, 50), span(100, null)];
    const after = [span(5, 35), span(140, null), span(60, 70)];
    const found = diffAlerts(before, after);
    expect(found.kept.map(({ before: one, delaySeconds }) => [one.raisedAt / 1000, delaySeconds])).toEqual([
      [0, 5],
      [100, 40],
    ]);
    expect(found.merged.map(({ before: one }) => one.raisedAt / 1000)).toEqual([20]);
    expect(found.removed.map(({ raisedAt }) => raisedAt / 1000)).toEqual([40]);
    expect(found.added.map(({ raisedAt }) => raisedAt / 1000)).toEqual([60]);
  });

  test('every alert is in exactly one part, and a set differs from itself in nothing', () => {
    const set = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 })), { maxLength: 8 })
      .map((steps) => {
        let at = 0;
        return steps.map(([pause, length]) => {
          const raised = at + pause;
          at = raised + length;
          return span(raised, at);
        });
      });
    fc.assert(
      fc.property(set, set, (before, after) => {
        const found = diffAlerts(before, after);
        expect(found.kept.length + found.merged.length + found.removed.length).toBe(before.length);
        expect(found.kept.length + found.added.length).toBe(after.length);
        const same = diffAlerts(before, before);
        expect(same.kept.every(({ delaySeconds }) => delaySeconds === 0)).toBe(true);
        expect(same.kept).toHaveLength(before.length);
      }),
    );
  });

  test('of other violations nothing is said, unless only the other set knows them', () => {
    expect(diffAlerts([span(0, 10), span(50, 60, 'cold')], [span(2, 8, 'cold')]).removed).toHaveLength(2);
    expect(diffAlerts([span(0, 10)], [span(2, 8, 'much too hot')]).kept).toHaveLength(1);
  });
});

test('equal data is the same whatever the order of its keys', () => {
  expect(isSame({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(isSame([1, 2], { 0: 1, 1: 2 })).toBe(false);
});
