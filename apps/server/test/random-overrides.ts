/** Random edits of policies and of their overrides at sentries, as requests. */
import fc from 'fast-check';
import { condition, TEMPERATURE } from './policy-room.ts';

export interface EditRequest {
  readonly method: 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

const part = fc.record({
  description: fc.constantFrom('Hot', 'Warm', 'Odd'),
  severity: fc.constantFrom(100, 300),
  onsetDelay: fc.constantFrom(0, 30, 60),
  exitDelay: fc.constantFrom(0, 120),
  threshold: fc.integer({ min: 15, max: 35 }),
});
const violations = fc
  .uniqueArray(part, { minLength: 1, maxLength: 3, selector: ({ description }) => description })
  .map((all) => all.map(({ threshold, ...rest }) => ({ ...rest, conditions: [condition(threshold)] })));
const doNotDisturb = fc.constantFrom(null, {
  daysOfWeek: [2],
  beginHour: 1,
  beginMinute: 0,
  endHour: 2,
  endMinute: 0,
});
const content = fc
  .record({ violations, doNotDisturb })
  .map(({ violations: all, doNotDisturb: quiet }) => ({ definition: { violations: all }, doNotDisturb: quiet }));
/** What a patch says: severity and threshold alone. */
const patch = fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => ({
  violations: parts.map(({ description, severity, threshold }) => ({
    description,
    severity,
    conditions: [{ sensorMetricId: TEMPERATURE, threshold }],
  })),
}));

/** The same each time: edits of one of the policies, or of its override at one of the sentries. */
export function randomEdits(
  count: number,
  policies: readonly string[],
  sentries: readonly string[],
): readonly EditRequest[] {
  const policy = fc.constantFrom(...policies);
  const override = fc
    .record({ sentry: fc.constantFrom(...sentries), policy })
    .map((of) => `/sentries/${of.sentry}/policies/${of.policy}`);
  const edit: fc.Arbitrary<EditRequest> = fc.oneof(
    fc.record({
      method: fc.constant('PATCH' as const),
      path: policy.map((guid) => `/policies/${guid}`),
      body: content,
    }),
    fc.record({
      method: fc.constant('PUT' as const),
      path: override,
      body: content.map((own) => ({ ignoreGlobalPolicyChanges: true, ...own })),
    }),
    fc.record({
      method: fc.constant('PUT' as const),
      path: override,
      body: patch.map((definition) => ({ ignoreGlobalPolicyChanges: false, definition })),
    }),
    fc.record({ method: fc.constant('DELETE' as const), path: override }),
  );
  return fc.sample(edit, { numRuns: count, seed: 20_261_121 });
}
