import { severityText } from '../lib/kind-texts.ts';
import { type Translator, useText } from '../lib/texts.ts';
import { StateIcon, type StateName } from './icons.tsx';

/** "Critical", "Offline". */
const stateName = (t: Translator, state: StateName): string =>
  state === 'critical' || state === 'warning' || state === 'info' ? severityText(t, state) : t(`ui.state.${state}`);

/** A state as icon, label and color; never by color alone. */
export function StateBadge({ state, label }: { readonly state: StateName; readonly label?: string }) {
  const t = useText();
  return (
    <span className={`sev ${state}`}>
      <StateIcon state={state} />
      {label ?? stateName(t, state)}
    </span>
  );
}
