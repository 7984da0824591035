/** What the sensors of an alert measure now, where that goes, and what they usually measure. */
import type { AlertDetailOut, AlertEvidenceOut } from '@picket/contracts/types';
import { comparesReadings } from '@picket/domain/aggregations';
import { forecastLimit, TREND_WINDOW, type TrendReading, trendPerMinute } from '@picket/domain/limit-forecast';
import { formatInstant, holdMillis, type Millis } from '@picket/domain/time';
import { usualHours } from '@picket/domain/usual-hours';
import type { CompiledViolation } from '@picket/monitor';
import { readBlocks } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';
import type { UserActor } from '../platform/http/actor.ts';
import type { Ctx } from '../platform/http/context.ts';
import { type AlertSeriesRow, seriesOfAlert } from './alert-evidence-store.ts';
import { startOfDay } from './location-days.ts';
import { hourlyMeans } from './series-hours.ts';

const USUAL_DAYS = 28;

type Measurement = AlertEvidenceOut['measurements'][number];

/** The conditions of an alert that have readings. `compiled`: its violation, while it is open. */
export async function measureAlert(
  { db, actor }: Ctx<UserActor>,
  alert: AlertDetailOut,
  compiled: CompiledViolation | null,
): Promise<readonly Measurement[]> {
  const rows = await seriesOfAlert(db.console, actor.tenant, alert.guid);
  const measured = alert.conditions.map(async (condition, index): Promise<Measurement | null> => {
    const row = rows[index];
    if (row === undefined || row.id === null || row.at === null) return null;
    const { operand: _operand, calc: recorded, ...limit } = condition;
    const rule = compiled?.conditions.find(
      (one) => one.sensorMetricId === condition.sensorMetricId && one.column === condition.column,
    );
    const isOfReadings = comparesReadings(recorded ?? rule?.calc);
    const newest = { id: row.id, at: row.at.getTime() };
    return {
      ...limit,
      comparesReadings: isOfReadings,
      at: formatInstant(newest.at),
      value: row.value,
      holdSeconds: (rule?.hold ?? holdMillis(row.interval)) / 1000,
      ...(compiled === null ? {} : await trendOf(db.console, actor.tenant, newest, isOfReadings ? condition : null)),
      ...(await usualOf(db.console, actor.tenant, row, alert)),
    };
  });
  return (await Promise.all(measured)).filter((one) => one !== null);
}

async function trendOf(
  sql: Sql,
  tenant: string,
  { id, at }: { readonly id: number; readonly at: Millis },
  limit: { readonly operator: string; readonly threshold: number } | null,
): Promise<Pick<Measurement, 'perMinute' | 'forecast'>> {
  const block = (await readBlocks(sql, tenant, [id], at - TREND_WINDOW, at + 1)).get(id);
  const readings: TrendReading[] = [...(block?.at ?? [])].map((time, index) => {
    const value = block?.value[index] ?? Number.NaN;
    return { at: time, value: Number.isNaN(value) ? null : value };
  });
  const perMinute = trendPerMinute(readings);
  const forecast = limit === null ? null : forecastLimit(readings, limit);
  return {
    ...(perMinute === null ? {} : { perMinute }),
    ...(forecast === null ? {} : { forecast: { ...forecast, at: formatInstant(Math.round(forecast.at)) } }),
  };
}

/** From the days before the alert's own. */
async function usualOf(
  sql: Sql,
  tenant: string,
  { id }: AlertSeriesRow,
  { location, raisedAt }: AlertDetailOut,
): Promise<Pick<Measurement, 'usual'>> {
  if (id === null || location === undefined) return {};
  const { timezone } = location;
  const day = Temporal.Instant.from(raisedAt).toZonedDateTimeISO(timezone).toPlainDate();
  const from = startOfDay(day.subtract({ days: USUAL_DAYS }), timezone);
  const means = await hourlyMeans(sql, tenant, [id], timezone, from, startOfDay(day, timezone));
  const hours = usualHours(means);
  return hours.length === 0 ? {} : { usual: { days: USUAL_DAYS, hours: [...hours] } };
}
