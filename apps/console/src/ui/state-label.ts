import { SEVERITY_LABELS, type SeverityLabel } from '@picket/domain/severity';
import { severityText } from '../lib/kind-texts.ts';
import type { Translator } from '../lib/texts.ts';
import type { StateName } from './icons.tsx';

const isSeverity = (state: StateName): state is SeverityLabel => SEVERITY_LABELS.some((label) => label === state);

/** "Critical", "Offline". Severities are called what they are called everywhere, "none" as well. */
export const stateLabel = (t: Translator, state: StateName): string =>
  isSeverity(state) ? severityText(t, state) : t(`ui.state.${state}`);
