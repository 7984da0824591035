/** What can be done with a simulated sentry: keep it for another day, play a scenario, remove it. */
import { Button } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { Link } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { showToast } from '../../ui/toasts.ts';
import { useAction } from '../../ui/use-action.ts';

interface Props {
  readonly sentry: SentryOut;
  readonly simulatedUntil: string;
}

export function SimulationActions({ sentry, simulatedUntil }: Props) {
  const now = useNow();
  const { guid, name, location } = sentry;
  const keep = useAction(async () => {
    await api('POST /sentries/{guid}/simulation', { params: { guid } });
    await refresh('GET /sentries');
  });
  const remove = useAction(async () => {
    await api('DELETE /sentries/{guid}', { params: { guid } });
    await Promise.all([refresh('GET /sentries'), refresh('GET /views/locations')]);
    showToast(`${name} is removed`, 'Its readings and alerts stay on record.');
  });
  return (
    <div className="stack-tight">
      <p className="muted">
        Its values are made up. It is removed in {formatDuration(Math.max(0, Date.parse(simulatedUntil) - now))}, unless
        you keep it.
      </p>
      <div className="row">
        <Button size="xs" variant="default" component={Link} to={`/locations/${location}/demo`}>
          Play a scenario<span className="visually-hidden"> on {name}</span>
        </Button>
        <Button size="xs" variant="default" loading={keep.busy} onClick={() => void keep.run()}>
          Keep for 24 hours<span className="visually-hidden"> {name}</span>
        </Button>
        <Button size="xs" variant="default" loading={remove.busy} onClick={() => void remove.run()}>
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </div>
  );
}
