/**
 * The only place that knows everyone: a reading's way from the wire to open consoles, top to bottom.
 *
 *   sentries    who is reporting
 *   telemetry   judge, store                     -> EvaluationPort
 *   monitoring  lock, step, save                 -> RecordOutcomes
 *   alerts      raise, clear, correct            -> OnAlertsChanged
 *   live        tell open consoles
 */
import { closeAlertsOfSentry, createRecordOutcomes, type OnAlertsChanged } from '../capabilities/alerts/index.ts';
import { createLiveFanOut, insertAlertNotes, insertNotes, type LiveFanOut } from '../capabilities/live/index.ts';
import {
  CONTACT_GAP,
  createEvaluation,
  createTicker,
  createWatchSource,
  deleteState,
  insertState,
  type Ticker,
} from '../capabilities/monitoring/index.ts';
import type { OnSentryChanged } from '../capabilities/sentries/index.ts';
import { createLanes, createSeriesCache, type Lanes, type SeriesCache } from '../capabilities/telemetry/index.ts';
import type { Platform } from '../platform/index.ts';

export interface Pipeline {
  readonly lanes: Lanes;
  readonly series: SeriesCache;
  readonly ticker: Ticker;
  readonly fanOut: LiveFanOut;
  readonly onAlertsChanged: OnAlertsChanged;
  readonly onSentryChanged: OnSentryChanged;
}

export function wirePipeline(platform: Platform): Pipeline {
  const { db, clock, log, wake, config } = platform;

  const fanOut = createLiveFanOut(db, clock, log, wake);
  const onAlertsChanged: OnAlertsChanged = insertAlertNotes;
  const record = createRecordOutcomes(onAlertsChanged);

  const series = createSeriesCache(db.console);
  const source = createWatchSource(db.console, series);
  const evaluation = createEvaluation(clock, log, source, record);
  const ticker = createTicker(db, clock, log, source, record, () => wake.knock());

  const lanes = createLanes(config, db, log, evaluation, (stored) => {
    fanOut.publishReadings(stored);
    wake.knock();
  });

  const onSentryChanged: OnSentryChanged = async ({ sql }, { tenant, location, sentry, change }) => {
    const now = clock.now();
    if (change === 'ACTIVATED') await insertState(sql, sentry, now, now + CONTACT_GAP);
    if (change === 'REMOVED') {
      const closed = await closeAlertsOfSentry(sql, sentry, now);
      await deleteState(sql, sentry);
      await onAlertsChanged(
        sql,
        closed.map((alert) => ({ alert, change: 'CLEARED' as const })),
      );
    }
    await insertNotes(sql, [{ tenant, location, note: { type: 'sentry', sentry, change } }]);
  };

  return { lanes, series, ticker, fanOut, onAlertsChanged, onSentryChanged };
}
