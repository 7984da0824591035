/** /locations/:id/today: the last 24 hours of everything, on one axis of time. */
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { BandLegend } from '../../features/readings/band-legend.tsx';
import { GraphGrid, useGraphHeight } from '../../features/readings/graph-grid.tsx';
import { HistoryGraph } from '../../features/readings/history-graph.tsx';
import { useAnnotations } from '../../features/readings/use-annotations.ts';
import { type KnownSeries, useLocationSeries } from '../../features/readings/use-location-series.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { ClipTimeline } from '../../features/video/clips/clip-timeline.tsx';
import { problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { recentSpan, toSpanQuery } from '../../lib/time-span.ts';
import { NoReadings } from '../../ui/no-readings.tsx';
import { Problem } from '../../ui/problem.tsx';

/** Graphs loaded at once; the others on request. */
const INITIAL_GRAPH_COUNT = 6;

export default function Today() {
  const { id = '' } = useParams();
  const t = useText();
  const { preferences } = useProfile();
  const navigate = useNavigate();
  const span = recentSpan('24h', useNow());
  const location = useLocationData(id);
  const { series, error, retry } = useLocationSeries(location.error === undefined ? id : '');
  const behind = useAnnotations(id, span);
  const [shown, setShown] = useState(INITIAL_GRAPH_COUNT);
  const height = useGraphHeight(series?.length ?? 1);
  useLocationTitle(location.data, t('shell.page.today'));

  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || (series === undefined && error === undefined)) return <LocationSkeleton />;
  const { timezone } = location.data;
  const open =
    ({ key }: KnownSeries) =>
    (begin: number, end: number) =>
      void navigate(`/locations/${id}/history?${new URLSearchParams({ series: key, ...toSpanQuery(begin, end) })}`);
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.today')} />
      <LocationTabs id={id} />
      {error && !series && <Problem title={t('history.seriesProblem')} text={problemText(error)} onRetry={retry} />}
      {series?.length === 0 && <NoReadings />}
      {series !== undefined && series.length > 0 && (
        <>
          <BandLegend behind={behind} withQuiet />
          <ClipTimeline location={id} timezone={timezone} {...span} />
          <GraphGrid>
            {series.slice(0, shown).map((one) => (
              <HistoryGraph
                key={one.key}
                location={id}
                timezone={timezone}
                series={one}
                sentries={one.sentries}
                {...span}
                annotations={behind.annotations}
                useCelsius={preferences.useCelsius}
                height={height}
                onZoom={open(one)}
              />
            ))}
          </GraphGrid>
          {series.length > shown && (
            <div>
              <button type="button" className="link-button" onClick={() => setShown(series.length)}>
                {t('history.more', { count: series.length - shown })}
              </button>
            </div>
          )}
        </>
      )}
    </>
  );
}
