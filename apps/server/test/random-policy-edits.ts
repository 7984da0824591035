/** A policy about heat, and random edits of it. */

/** Hot for a minute. */
export const HOT = {
  description: 'Hot',
  severity: 360,
  onsetDelay: 60,
  exitDelay: 0,
  conditions: [{ sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 25 }],
};
/** The same with changes, and its limit. */
export const hot = (change: object = {}, threshold = 25) => ({
  ...HOT,
  ...change,
  conditions: [{ ...HOT.conditions[0], threshold }],
});

/** A violation as `hot` makes them. */
export type Violation = ReturnType<typeof hot>;

const random = (below: number): number => Math.floor(Math.random() * below);

/** A random edit, and the words it is described with; none where it changes nothing. */
export function randomEdit(
  old: Violation,
  number: number,
): { readonly violation: Violation; readonly words: string | null } {
  const kind = random(4);
  const [condition] = old.conditions;
  if (kind === 0 && condition !== undefined) {
    const threshold = 20 + random(20);
    const change = `(threshold ${condition.threshold} °C -> ${threshold} °C)`;
    const words = `condition changed: ${old.description}, environment_temperature ${change}`;
    return {
      violation: { ...old, conditions: [{ ...condition, threshold }] },
      words: threshold === condition.threshold ? null : words,
    };
  }
  if (kind === 1) {
    const severity = 1 + random(900);
    const words = `violation changed: ${old.description} (severity ${old.severity} -> ${severity})`;
    return { violation: { ...old, severity }, words: severity === old.severity ? null : words };
  }
  if (kind === 2) {
    const exitDelay = random(50);
    const words = `violation changed: ${old.description} (exitDelay ${old.exitDelay} s -> ${exitDelay} s)`;
    return { violation: { ...old, exitDelay }, words: exitDelay === old.exitDelay ? null : words };
  }
  const description = `Hot ${number}`;
  return {
    violation: { ...old, description },
    words: `violation renamed: ${old.description} (description ${old.description} -> ${description})`,
  };
}
