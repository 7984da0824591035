/** /locations/:id/today: the last 24 hours of everything, on one axis of time. */
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
} from '../../features/locations/location-frame.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { BandLegend } from '../../features/telemetry/band-legend.tsx';
import { HistoryGraph } from '../../features/telemetry/history-graph.tsx';
import { type KnownSeries, useLocationSeries } from '../../features/telemetry/use-location-series.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { recentSpan, toSpanQuery } from '../../lib/time-span.ts';
import { NoReadings } from '../../ui/no-readings.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

/** Graphs loaded at once; the others on request. */
const INITIAL_GRAPH_COUNT = 6;

export default function Today() {
  const { id = '' } = useParams();
  const { preferences } = useProfile();
  const navigate = useNavigate();
  const { from, to } = recentSpan('24h', useNow());
  const location = useApi('GET /locations/{guid}', { params: { guid: id } });
  const { series, error, retry } = useLocationSeries(location.error === undefined ? id : '');
  const range = { from: formatInstant(from), to: formatInstant(to) };
  const annotations = useApi('GET /views/locations/{guid}/annotations', { params: { guid: id }, query: range });
  const [shown, setShown] = useState(INITIAL_GRAPH_COUNT);
  useTitle(location.data ? `${location.data.name}, today` : 'Today');

  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || (series === undefined && error === undefined)) return <LocationSkeleton />;
  const open =
    ({ key }: KnownSeries) =>
    (begin: number, end: number) =>
      void navigate(`/locations/${id}/history?${new URLSearchParams({ series: key, ...toSpanQuery(begin, end) })}`);
  return (
    <>
      <LocationHead location={location.data} title="Today" />
      <LocationTabs id={id} />
      {error && !series && <Problem title="The series could not be loaded" text={problemText(error)} onRetry={retry} />}
      {!error && !series && <div className="skeleton" style={{ height: 300 }} aria-hidden="true" />}
      {series?.length === 0 && <NoReadings />}
      {series !== undefined && series.length > 0 && location.data && (
        <>
          <BandLegend withQuiet />
          {series.slice(0, shown).map((one) => (
            <HistoryGraph
              key={one.key}
              location={id}
              timezone={location.data?.timezone ?? 'UTC'}
              series={one}
              sentries={one.sentries}
              from={from}
              to={to}
              annotations={annotations.data}
              useCelsius={preferences.useCelsius}
              height={170}
              onZoom={open(one)}
            />
          ))}
          {series.length > shown && (
            <div>
              <button type="button" className="link-button" onClick={() => setShown(series.length)}>
                Show {series.length - shown} more
              </button>
            </div>
          )}
        </>
      )}
    </>
  );
}
