import { StateIcon, type StateName } from './icons.tsx';

const STATE_LABELS: Readonly<Record<StateName, string>> = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'Info',
  none: 'Notice',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
  ok: 'Online',
  offline: 'Offline',
};

/** A state as icon, label and color; never by color alone. */
export function StateBadge({ state, label }: { readonly state: StateName; readonly label?: string }) {
  return (
    <span className={`sev ${state}`}>
      <StateIcon state={state} />
      {label ?? STATE_LABELS[state]}
    </span>
  );
}
