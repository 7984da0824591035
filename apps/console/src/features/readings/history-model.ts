/** Converts API responses about a time range to what a graph draws. Pure. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AnnotationsOut, TelemetrySeriesOut } from '@picket/contracts/types';
import { comparesReadings } from '@picket/domain/aggregations';
import { isEdit } from '@picket/domain/alert-kinds';
import { columnOf, fluidSensorOf } from '@picket/domain/metrics';
import { hasLimit } from '@picket/domain/series-limits';
import { holdMillis } from '@picket/domain/time';
import { displayValue, shownDecimals } from '@picket/domain/units';
import type { Formats } from '../../lib/formats.ts';
import { nameText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';
import { type GraphLine, gapThreshold } from '../../ui/graph-data.ts';
import type { Marker } from '../../ui/graph-markers.tsx';
import type { Band, DeviceChange, Limit } from '../../ui/graph-painting.ts';

type Telemetry = ResponseOf<'GET /locations/{guid}/telemetry'>;

export interface SentryName {
  readonly guid: string;
  readonly name: string;
  readonly reportIntervalSeconds: number;
}

/** `sensorMetricId.column`, as addresses name a series. */
export interface SeriesKey {
  readonly sensorMetricId: string;
  readonly column: string;
}

export const seriesText = ({ sensorMetricId, column }: SeriesKey): string => `${sensorMetricId}.${column}`;

/** A model number may hold dots; the column is what stands after the last one. */
export function seriesOf(text: string): SeriesKey {
  const dot = text.lastIndexOf('.');
  return { sensorMetricId: text.slice(0, dot), column: text.slice(dot + 1) };
}

const isState = ({ sensorMetricId, column }: SeriesKey): boolean => {
  const definition = columnOf(sensorMetricId, column);
  return definition?.whenOn !== undefined || definition?.unit === 'state';
};

/** For whom a graph is drawn. */
export interface GraphReader {
  readonly t: Translator;
  readonly formats: Formats;
  readonly useCelsius: boolean;
}

/** The scale and the precision of a series. */
export function scaleOf(series: SeriesKey, useCelsius: boolean) {
  const { sensorMetricId, column } = series;
  const inUnit = (stored: number): number => displayValue(sensorMetricId, column, stored, { useCelsius }).value;
  return { inUnit, decimals: shownDecimals(sensorMetricId, column) ?? 1 };
}

/** The series of one metric as lines, one a sentry; `shift` moves them in time, for a comparison. */
export function linesOf(
  { t, formats, useCelsius }: GraphReader,
  { series }: Telemetry,
  key: SeriesKey,
  sentries: readonly SentryName[],
  shift = 0,
): readonly GraphLine[] {
  const { inUnit } = scaleOf(key, useCelsius);
  const text = (stored: number): string => formats.valueText(key.sensorMetricId, key.column, stored);
  return series.flatMap((one: TelemetrySeriesOut) => {
    const sentry = sentries.find(({ guid }) => guid === one.sentry);
    if (sentry === undefined || one.points.length === 0) return [];
    const points = one.points.map(({ at, min, max, mean }) => ({
      at: Date.parse(at) + shift,
      min: inUnit(min),
      max: inUnit(max),
      mean: inUnit(mean),
    }));
    const line: GraphLine = {
      name: shift === 0 ? sentry.name : t('telemetry.graph.before', { sentry: sentry.name }),
      points,
      holdMs: gapThreshold(points, holdMillis(sentry.reportIntervalSeconds), one.resolution * 1000),
      ...(isState(key) ? { stepped: true, text } : {}),
      ...(shift === 0 ? {} : { isFaint: true }),
    };
    return [line];
  });
}

type Threshold = AnnotationsOut['thresholds'][number];

/** Of entries for all and entries for one sentry, those that hold for `sentry`. */
function inForceFor<Entry extends { readonly policy: { readonly guid: string }; readonly sentry?: string | undefined }>(
  entries: readonly Entry[],
  sentry: string,
): readonly Entry[] {
  const own = new Set(entries.flatMap((one) => (one.sentry === sentry ? [one.policy.guid] : [])));
  return entries.filter((one) => (own.has(one.policy.guid) ? one.sentry === sentry : one.sentry === undefined));
}

/** The limits of a series on these sentries, as they were. */
function thresholdsOf(
  annotations: AnnotationsOut,
  { sensorMetricId, column }: SeriesKey,
  sentries: readonly string[],
): readonly Threshold[] {
  const family = fluidSensorOf(sensorMetricId)?.family ?? sensorMetricId;
  // A sentry with a policy of its own has it whole: first choose, then pick the series.
  return sentries.flatMap((sentry) =>
    inForceFor(annotations.thresholds, sentry).filter(
      (one) => (one.sensorMetricId === family || one.sensorMetricId === sensorMetricId) && one.column === column,
    ),
  );
}

export interface GraphAnnotations {
  readonly limits: readonly Limit[];
  readonly bands: readonly Band[];
  readonly deviceChanges: readonly DeviceChange[];
  readonly markers: readonly Marker[];
}

const spanOf = ({ from, to }: { readonly from: string; readonly to: string }) => ({
  from: Date.parse(from),
  to: Date.parse(to),
});

const distinct = <Item>(items: readonly Item[]): readonly Item[] => {
  const seen = new Set<string>();
  return items.filter((item) => {
    const text = JSON.stringify(item);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
};

type AnnotatedAlert = AnnotationsOut['alerts'][number];

const bandOfAlert = ({ raisedAt, endedAt }: AnnotatedAlert): Band => ({
  kind: 'alert',
  from: Date.parse(raisedAt),
  to: endedAt === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(endedAt),
});

/** An edit is called after its policy. */
const titleOf = (t: Translator, { kind, title }: AnnotatedAlert): string =>
  isEdit(kind) ? t('alerts.editedTitle', { policy: nameText(t, title.split(': ')[0] ?? title) }) : nameText(t, title);

const markerOfAlert = (t: Translator, alert: AnnotatedAlert, location: string): Marker => ({
  key: alert.guid,
  at: Date.parse(alert.raisedAt),
  state: alert.withdrawn ? 'withdrawn' : alert.severityLabel,
  label: alert.withdrawn ? t('telemetry.graph.withdrawn', { title: titleOf(t, alert) }) : titleOf(t, alert),
  href: `/locations/${location}/alert/${alert.guid}`,
});

/** Other devices, which are named after their sentry where there are several, and new offsets of the series. */
function deviceChangesOf(
  { t, formats }: GraphReader,
  { deviceChanges, offsets }: AnnotationsOut,
  { sensorMetricId, column }: SeriesKey,
  sentries: readonly SentryName[],
): readonly DeviceChange[] {
  const names = new Map(sentries.map(({ guid, name }) => [guid, name]));
  return [
    ...deviceChanges
      .filter(({ sentry }) => names.has(sentry))
      .map(({ sentry, at, serialNumber }) => ({
        at: Date.parse(at),
        label:
          sentries.length > 1
            ? t('telemetry.graph.deviceOf', { sentry: names.get(sentry) ?? '', serialNumber })
            : t('telemetry.graph.device', { serialNumber }),
      })),
    ...offsets
      .filter((one) => names.has(one.sentry) && one.sensorMetricId === sensorMetricId && one.column === column)
      .map(({ at, offset }) => ({
        at: Date.parse(at),
        label: t('telemetry.graph.offset', { offset: formats.difference(sensorMetricId, column, offset) }),
      })),
  ];
}

/** The annotations of the graph of one metric on these sentries. */
export function toGraphAnnotations(
  reader: GraphReader,
  annotations: AnnotationsOut,
  key: SeriesKey,
  sentries: readonly SentryName[],
  location: string,
): GraphAnnotations {
  const { inUnit } = scaleOf(key, reader.useCelsius);
  const guids = sentries.map(({ guid }) => guid);
  const isSelected = (sentry: string | undefined): boolean => sentry === undefined || guids.includes(sentry);
  const thresholds = thresholdsOf(annotations, key, guids);
  const policies = new Set(thresholds.map(({ policy }) => policy.guid));
  const quiet = guids.flatMap((sentry) =>
    inForceFor(annotations.doNotDisturb, sentry).filter(({ policy }) => policies.has(policy.guid)),
  );
  const offline = annotations.offline.filter(({ sentry }) => isSelected(sentry));
  const alerts = annotations.alerts.filter(
    ({ sentry, series }) => isSelected(sentry) && series.includes(seriesText(key)),
  );
  return {
    limits: distinct(
      thresholds
        .filter((one) => hasLimit(one) && comparesReadings(one.calc))
        .map((one) => ({ ...spanOf(one), value: inUnit(one.threshold) })),
    ),
    bands: distinct<Band>([
      ...quiet.flatMap(({ spans }) => spans.map((span) => ({ kind: 'quiet' as const, ...spanOf(span) }))),
      ...alerts.filter(({ withdrawn }) => !withdrawn).map(bandOfAlert),
      ...offline.map((one) => ({ kind: 'offline' as const, ...spanOf(one) })),
      ...annotations.serverDown.map((one) => ({ kind: 'down' as const, ...spanOf(one) })),
    ]),
    deviceChanges: deviceChangesOf(reader, annotations, key, sentries),
    markers: alerts.map((alert) => markerOfAlert(reader.t, alert, location)),
  };
}
