/** /locations/:id/history: any time range of any series. The query of the address holds the whole state. */
import { useParams } from 'react-router';
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
import { HistoryControls } from '../../features/readings/history/history-controls.tsx';
import { HistoryProblems } from '../../features/readings/history/history-problems.tsx';
import { useHistory } from '../../features/readings/history/use-history.ts';
import { HistoryGraph } from '../../features/readings/history-graph.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { ClipTimeline } from '../../features/video/clips/clip-timeline.tsx';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { NoReadings } from '../../ui/no-readings.tsx';
import { Problem } from '../../ui/problem.tsx';

const MAX_DO_NOT_DISTURB_SPAN_MS = 35 * 86_400_000;

export default function History() {
  const { id = '' } = useParams();
  const t = useText();
  const { preferences } = useProfile();
  const location = useLocationData(id);
  const history = useHistory(id);
  useLocationTitle(location.data, t('shell.page.history'));
  const { query, series, error, retry, behind, chosen } = history;
  const height = useGraphHeight(chosen.length);
  const { asked, from, to, compare, showSpan } = query;
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data || (series === undefined && error === undefined)) return <LocationSkeleton />;
  const { timezone } = location.data;
  const isBad = asked.kind === 'reversed' || asked.kind === 'invalid';
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.history')} />
      <LocationTabs id={id} />
      <HistoryControls history={history} timezone={timezone} />
      <HistoryProblems history={history} timezone={timezone} />
      {error && !series && <Problem title={t('history.seriesProblem')} text={problemText(error)} onRetry={retry} />}
      {series?.length === 0 && <NoReadings />}
      {!isBad && chosen.length > 0 && (
        <>
          <BandLegend behind={behind} withQuiet={to - from <= MAX_DO_NOT_DISTURB_SPAN_MS} />
          <ClipTimeline location={id} timezone={timezone} from={from} to={to} />
          <GraphGrid>
            {chosen.map((one) => (
              <HistoryGraph
                key={one.key}
                location={id}
                timezone={timezone}
                series={one}
                sentries={one.sentries}
                from={from}
                to={to}
                annotations={behind.annotations}
                compare={compare}
                useCelsius={preferences.useCelsius}
                height={height}
                onZoom={showSpan}
              />
            ))}
          </GraphGrid>
        </>
      )}
    </>
  );
}
