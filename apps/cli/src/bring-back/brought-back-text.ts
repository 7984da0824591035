/** What `picket bring-back` prints. */
import type { BroughtBackLocation, BroughtBackPolicy, BroughtBackTenant } from '@picket/server/commands';

const count = (rows: number): string => rows.toLocaleString('en');

/** Rows by table, a line each. */
const rowLines = (rows: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(rows)
    .filter(([, number]) => number > 0)
    .map(([table, number]) => `  ${table}: ${count(number)}`);

const totalOf = (rows: Readonly<Record<string, number>>): number =>
  Object.values(rows).reduce((sum, number) => sum + number, 0);

const leftOutLines = (leftOut: readonly string[]): readonly string[] =>
  leftOut.length === 0 ? [] : ['Left out:', ...leftOut.map((one) => `  ${one}`)];

const NOTHING_CHANGED = 'Nothing was changed: this was a dry run.';

export function describeTenant({ name, rows, state }: BroughtBackTenant, dryRun: boolean): string {
  const all = count(totalOf(rows));
  const lines = dryRun
    ? [`${name} would come back, with ${all} rows:`, ...rowLines(rows)]
    : [`${name} is back, with ${all} rows. Nobody is signed in; passwords are those of then.`];
  return [...lines, ...stateLines(state, dryRun), ...(dryRun ? [NOTHING_CHANGED] : [])].join('\n');
}

function stateLines(state: BroughtBackTenant['state'], dryRun: boolean): readonly string[] {
  const verb = dryRun ? 'would be' : 'is';
  if (state === 'REACTIVATED')
    return [`It was suspended in the restored database, and ${verb} active. If it should not be, suspend it again.`];
  if (state === 'SUSPENDED')
    return [`It ${verb} suspended, as in the restored database: nobody signs in and no device reports. Reactivate it.`];
  return [];
}

export function describePolicy(policy: BroughtBackPolicy, dryRun: boolean): string {
  const { name, tenantName, isNew, changes, overridesSet, overridesRemoved, leftOut } = policy;
  const [verb, back] = dryRun ? ['would be', 'would come back'] : ['is', 'is back'];
  return [
    isNew ? `The policy ${name} of ${tenantName} ${back}.` : `The policy ${name} of ${tenantName} ${verb} as it was.`,
    ...(isNew ? [] : changes.map((change) => `  ${change}`)),
    ...overridesSet.map((sentry) => `  override on ${sentry}`),
    ...overridesRemoved.map((sentry) => `  no override on ${sentry}`),
    ...leftOutLines(leftOut),
    ...(dryRun ? [NOTHING_CHANGED] : []),
  ].join('\n');
}

export function describeLocation(location: BroughtBackLocation, dryRun: boolean): string {
  const { name, tenantName, rows, changes, sentries, policies, leftOut } = location;
  if (changes !== null)
    return [
      `The location ${name} of ${tenantName} ${dryRun ? 'would get' : 'has'} its settings of then:`,
      ...changes.map((change) => `  ${change}`),
      ...leftOutLines(leftOut),
      ...(dryRun ? [NOTHING_CHANGED] : []),
    ].join('\n');
  const back = dryRun ? 'would come back' : 'is back';
  return [
    `The location ${name} of ${tenantName} ${back}, with ${count(totalOf(rows))} rows.`,
    ...(dryRun ? rowLines(rows) : []),
    ...(sentries.length === 0 ? [] : [`Sentries: ${sentries.join(', ')}`]),
    ...(policies.length === 0 ? [] : [`Policies of its tagging zones: ${policies.join(', ')}`]),
    ...leftOutLines(leftOut),
    dryRun ? NOTHING_CHANGED : 'Its alerts stay as they are; what lasts is raised again.',
  ].join('\n');
}
