import type { SentryOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { SimulatedBadge } from './simulated-badge.tsx';

/** The states of a sentry: online, offline or not activated, simulated, a clock that is wrong. */
export function SentryBadges({ sentry, isOnline }: { readonly sentry: SentryOut; readonly isOnline: boolean }) {
  const t = useText();
  return (
    <>
      {sentry.activatedAt === undefined ? (
        <StateBadge state="none" label={t('sentries.waitingForActivation')} />
      ) : (
        <StateBadge state={isOnline ? 'ok' : 'offline'} />
      )}
      {sentry.simulatedUntil !== undefined && <SimulatedBadge />}
      {sentry.clockSkewed && <StateBadge state="warning" label={t('sentries.clockSkewed')} />}
    </>
  );
}
