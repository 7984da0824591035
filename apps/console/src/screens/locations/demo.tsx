/** /locations/:id/demo: plays scenarios on the simulated sentries of a location. */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatDuration } from '@picket/domain/ages';
import { DEMO_SCENARIOS, type DemoScenarioName } from '@picket/domain/scenario-table';
import { useState } from 'react';
import { useParams } from 'react-router';
import { OpenAlertList } from '../../features/alerts/open-alert-list.tsx';
import { useOpenAlerts } from '../../features/alerts/use-open-alerts.ts';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { SimulateButton } from '../../features/sentries/simulate-button.tsx';
import { api, problemText, useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showErrorToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

type SimulatedState = ResponseOf<'GET /locations/{guid}/demo'>['items'][number];

export default function Demo() {
  const { id = '' } = useParams();
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const demo = useApi('GET /locations/{guid}/demo', { params: { guid: id } }, { refreshInterval: 10_000 });
  const { alerts, isLoaded } = useOpenAlerts(id);
  useTitle(location.data ? `${location.data.name}, demo` : 'Demo');
  // Nothing is simulated here, outside a demo organization.
  const isAbsent = demo.error?.status === 404;
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || (!demo.data && !demo.error) || !isLoaded) return <LocationSkeleton />;
  return (
    <>
      <LocationHead location={location.data} title="Demo" />
      <LocationTabs id={id} />
      <OpenAlertList alerts={alerts} withoutLocation />
      {isAbsent && <NothingSimulated location={id} onSimulated={() => demo.mutate()} />}
      {demo.error && !demo.data && !isAbsent && (
        <Problem
          title="The simulated sentries could not be loaded"
          text={problemText(demo.error)}
          onRetry={() => void demo.mutate()}
        />
      )}
      {!demo.data && !demo.error && <div className="skeleton" style={{ height: 200 }} aria-hidden="true" />}
      {demo.data?.items.length === 0 && (
        <section className="card empty">
          <h2>No simulated sentries at this location</h2>
          <p className="muted">
            This page controls simulated sentries. `npm run demo` creates them at its own locations.
          </p>
        </section>
      )}
      {demo.data?.items.map((sentry) => (
        <SimulatedSentry
          key={sentry.sentry}
          location={id}
          sentry={sentry}
          onState={(state) => void demo.mutate(state, { revalidate: false })}
        />
      ))}
    </>
  );
}

interface NothingSimulatedProps {
  readonly location: string;
  readonly onSimulated: () => unknown;
}

function NothingSimulated({ location, onSimulated }: NothingSimulatedProps) {
  return (
    <section className="card empty">
      <h2>No simulated sentries at this location</h2>
      <p className="muted">
        A simulated sentry shows what happens in heat, a leak or a power cut, with made-up values.
      </p>
      <SimulateButton location={location} variant="filled" onDone={onSimulated} />
    </section>
  );
}

interface SimulatedSentryProps {
  readonly location: string;
  readonly sentry: SimulatedState;
  readonly onState: (state: ResponseOf<'GET /locations/{guid}/demo'>) => void;
}

function SimulatedSentry({ location, sentry, onState }: SimulatedSentryProps) {
  const now = useNow();
  const [busy, setBusy] = useState<DemoScenarioName | 'none' | null>(null);
  const running = sentry.scenario !== undefined && Date.parse(sentry.scenario.endsAt) > now ? sentry.scenario : null;
  const startScenario = async (scenario: DemoScenarioName | null): Promise<void> => {
    setBusy(scenario ?? 'none');
    try {
      const state = await api('POST /locations/{guid}/demo', {
        params: { guid: location },
        body: { scenario, sentry: sentry.sentry },
      });
      onState(state);
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className="card section" aria-label={sentry.name}>
      <div className="row">
        <h2>{sentry.name}</h2>
        {running === null ? (
          <StateBadge state="none" label="Normal" />
        ) : (
          <StateBadge
            state="info"
            label={`${DEMO_SCENARIOS[running.name].label}, ${formatDuration(Date.parse(running.endsAt) - now)} left`}
          />
        )}
        <span className="grow" />
        {running !== null && (
          <Button size="xs" variant="default" loading={busy === 'none'} onClick={() => void startScenario(null)}>
            Reset to normal<span className="visually-hidden">: {sentry.name}</span>
          </Button>
        )}
      </div>
      <ul className="scenarios">
        {sentry.scenarios.map((name) => (
          <li key={name}>
            <Button
              variant={running?.name === name ? 'filled' : 'default'}
              loading={busy === name}
              aria-pressed={running?.name === name}
              onClick={() => void startScenario(name)}
            >
              {DEMO_SCENARIOS[name].label}
              <span className="visually-hidden">: {sentry.name}</span>
            </Button>
            <span className="muted small">{DEMO_SCENARIOS[name].text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
