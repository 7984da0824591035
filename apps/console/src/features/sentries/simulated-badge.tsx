import { useText } from '../../lib/texts.ts';
import { StateBadge } from '../../ui/state-badge.tsx';

/** Marks a sentry whose readings are made up. */
export function SimulatedBadge() {
  return <StateBadge state="info" label={useText()('ui.simulated')} />;
}
