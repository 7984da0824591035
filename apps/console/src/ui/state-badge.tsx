import { StateIcon, type StateName } from './icons.tsx';

const WORDS: Readonly<Record<StateName, string>> = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'Info',
  none: 'Notice',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
  ok: 'In contact',
  lost: 'No contact',
};

/** A state as icon, word and colour; never by colour alone. */
export function StateBadge({ state, word }: { readonly state: StateName; readonly word?: string }) {
  return (
    <span className={`sev ${state}`}>
      <StateIcon state={state} />
      {word ?? WORDS[state]}
    </span>
  );
}
