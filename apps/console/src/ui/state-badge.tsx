import { useText } from '../lib/texts.ts';
import { StateIcon, type StateName } from './icons.tsx';
import { stateLabel } from './state-label.ts';

/** A state as icon, label and color; never by color alone. */
export function StateBadge({ state, label }: { readonly state: StateName; readonly label?: string }) {
  const t = useText();
  return (
    <span className={`sev ${state}`}>
      <StateIcon state={state} />
      {label ?? stateLabel(t, state)}
    </span>
  );
}
