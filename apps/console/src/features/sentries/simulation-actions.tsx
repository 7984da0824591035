/** What can be done with a simulated sentry: keep it for another day, play a scenario, remove it. */
import { Button } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useAction } from '../../ui/use-action.ts';

interface Props {
  readonly sentry: SentryOut;
  readonly simulatedUntil: string;
}

export function SimulationActions({ sentry, simulatedUntil }: Props) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { guid, name, location } = sentry;
  const keep = useAction(async () => {
    await api('POST /sentries/{guid}/simulation', { params: { guid } });
    await refresh('GET /sentries');
  });
  const remove = useAction(async () => {
    await api('DELETE /sentries/{guid}', { params: { guid } });
    await Promise.all([refresh('GET /sentries'), refresh('GET /views/locations')]);
    showToast(t('sentries.simulation.removed', { sentry: name }), t('sentries.simulation.removedText'));
  });
  const values = { sentry: name, hidden };
  return (
    <div className="stack-tight">
      <p className="muted">
        {t('sentries.simulation.ends', {
          duration: formats.duration(Math.max(0, Date.parse(simulatedUntil) - now)),
        })}
      </p>
      <div className="row">
        <Button size="xs" variant="default" component={Link} to={`/locations/${location}/demo`}>
          {t.rich('sentries.simulation.play', values)}
        </Button>
        <Button size="xs" variant="default" loading={keep.busy} onClick={() => void keep.run()}>
          {t.rich('sentries.simulation.keep', values)}
        </Button>
        <Button size="xs" variant="default" loading={remove.busy} onClick={() => void remove.run()}>
          {t.rich('sentries.action.remove', values)}
        </Button>
      </div>
    </div>
  );
}
