import type { SentryOut } from '@picket/contracts/types';
import { api, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/use-action.ts';

interface Props {
  readonly location: string;
  readonly variant?: 'filled' | 'default';
  readonly disabled?: boolean;
  readonly onDone: (sentry: SentryOut) => unknown;
}

/** Adds a sentry to the location that the server simulates. */
export function SimulateButton({ location, variant = 'default', disabled = false, onDone }: Props) {
  const t = useText();
  const { busy, run } = useAction(async () => {
    const sentry = await api('POST /locations/{guid}/simulated-sentries', { params: { guid: location } });
    await Promise.all([refresh('GET /views/locations'), refresh('GET /sentries')]);
    await onDone(sentry);
  });
  return (
    <Button variant={variant} loading={busy} disabled={disabled} onClick={() => void run()}>
      {t('sentries.simulation.add')}
    </Button>
  );
}
