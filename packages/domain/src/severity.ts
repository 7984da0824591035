/** Severity labels (specification, section 4). */
export const SEVERITY_LABELS = ['critical', 'warning', 'info', 'none'] as const;
export type SeverityLabel = (typeof SEVERITY_LABELS)[number];

const MIN_SEVERITIES: readonly [minSeverity: number, label: SeverityLabel][] = [
  [300, 'critical'],
  [200, 'warning'],
  [100, 'info'],
];

/** The lowest severity with this label. */
export const minSeverityOf = (label: SeverityLabel): number =>
  MIN_SEVERITIES.find(([, one]) => one === label)?.[0] ?? 0;

/** 300 or more is critical, 200 or more warning, 100 or more info, everything else none. */
export function severityLabel(severity: number): SeverityLabel {
  return MIN_SEVERITIES.find(([minSeverity]) => severity >= minSeverity)?.[1] ?? 'none';
}
