/** The readings behind alerts as small pictures for a mail: the line, the limit, when it began. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { comparesReadings } from '@picket/domain/aggregations';
import { hasThreshold } from '@picket/domain/operators';
import type { Millis } from '@picket/domain/time';
import { displayValue } from '@picket/domain/units';
import { formatsOf } from '../../../locales/reader-formats.ts';
import type { Sql } from '../../../platform/db/database.ts';
import { listReadingsAround } from '../../alerts/index.ts';
import { describeGraph } from './describe-graph.ts';
import { measuredName } from './measured-name.ts';
import type { MessageContent, MessageItem } from './message-content.ts';

const WIDTH = 1024;
const HEIGHT = 360;
const LEFT = 20;
const RIGHT = 150;
const TOP = 24;
const BOTTOM = 52;
const BEFORE: Millis = 3_600_000;
const AFTER: Millis = 600_000;
/** A mail shows no more than so many. */
const MAX_PICTURES = 4;
/** A gap so much longer than what is usual between readings is drawn as one. */
const GAP_FACTOR = 3;

const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
const FONT = join(fonts, 'ttf', 'DejaVuSans.ttf');

interface Point {
  readonly at: Millis;
  readonly value: number;
}

export interface AlertPicture {
  readonly png: Buffer;
  /** What it shows, for who cannot see it. */
  readonly alt: string;
  /** Whose readings: sensor, sentry, location. */
  readonly caption: string;
  /** How wide it is shown. */
  readonly width: number;
}

/** Pictures of what the alerts of a message were raised from, the first few; none where no readings are compared with a limit. */
export async function renderAlertPictures(
  sql: Sql,
  tenant: string,
  content: MessageContent,
): Promise<readonly AlertPicture[]> {
  const pictures: AlertPicture[] = [];
  const drawn = new Set<string>();
  for (const item of content.items) {
    if (pictures.length >= MAX_PICTURES) break;
    const condition = item.conditions.find(({ operator, calc }) => hasThreshold(operator) && comparesReadings(calc));
    if (item.change === 'CLEARED' || condition === undefined || drawn.has(item.alert)) continue;
    drawn.add(item.alert);
    const picture = await renderPicture(sql, tenant, content, item, condition);
    if (picture !== null) pictures.push(picture);
  }
  return pictures;
}

async function renderPicture(
  sql: Sql,
  tenant: string,
  content: MessageContent,
  item: MessageItem,
  condition: MessageItem['conditions'][number],
): Promise<AlertPicture | null> {
  const { useCelsius, language, at } = content;
  const { sensorMetricId, column, threshold } = condition;
  const readings = await listReadingsAround(
    sql,
    tenant,
    { guid: item.alert },
    { from: item.startedAt - BEFORE, to: Math.min(at, item.startedAt + AFTER) },
  );
  const points = readings
    .filter((one) => one.sensorMetricId === sensorMetricId && one.column === column)
    .flatMap((one): Point[] => (one.value === null ? [] : [{ at: Date.parse(one.at), value: one.value }]));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const formats = formatsOf(content);
  const shown = (value: number): number => displayValue(sensorMetricId, column, value, { useCelsius }).value;
  const text = (value: number): string => formats.value(sensorMetricId, column, value);
  const timezone = item.location?.timezone ?? 'UTC';
  const time = (at: Millis): string => formats.time(at, timezone);
  const { Resvg } = await import('@resvg/resvg-js');
  const svg = renderSvg({
    points: points.map((point) => ({ at: point.at, value: shown(point.value) })),
    limit: { value: shown(threshold), text: text(threshold) },
    last: text(last.value),
    startedAt: item.startedAt,
    time,
  });
  const values = points.map(({ value }) => value);
  return {
    png: new Resvg(svg, { font: { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' } })
      .render()
      .asPng(),
    width: WIDTH / 2,
    ...describeGraph(language, {
      label: measuredName(language, sensorMetricId, column),
      sentry: item.sentry,
      location: item.location?.name ?? null,
      from: time(first.at),
      to: time(last.at),
      least: formats.number(sensorMetricId, column, Math.min(...values)),
      most: text(Math.max(...values)),
      limit: text(threshold),
    }),
  };
}

interface Drawing {
  readonly points: readonly Point[];
  readonly limit: { readonly value: number; readonly text: string };
  readonly last: string;
  readonly startedAt: Millis;
  readonly time: (at: Millis) => string;
}

/** Every text in it is a number, a unit or a time. */
function renderSvg({ points, limit, last, startedAt, time }: Drawing): string {
  const values = [...points.map(({ value }) => value), limit.value];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1];
  const x = (at: Millis): number => LEFT + ((at - from) / Math.max(1, to - from)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => TOP + (1 - (value - low) / span) * (HEIGHT - TOP - BOTTOM);
  const usual = median(points.slice(1).map(({ at }, place) => at - (points[place]?.at ?? at)));
  const path = points
    .map(({ at, value }, place) => {
      const before = points[place - 1];
      const isGap = before === undefined || at - before.at > GAP_FACTOR * usual + 1000;
      return `${isGap ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  const end = points.at(-1)?.value ?? low;
  const begun = Math.min(Math.max(startedAt, from), to);
  // The two labels at the right keep their distance.
  const [limitY, lastY] = separateLabels(y(limit.value), y(end));
  const label = 'font-family="DejaVu Sans" font-size="22"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
<rect x="${x(begun)}" y="${TOP}" width="${Math.max(2, x(to) - x(begun))}" height="${HEIGHT - TOP - BOTTOM}" fill="#b42318" fill-opacity="0.08"/>
<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${HEIGHT - BOTTOM}" y2="${HEIGHT - BOTTOM}" stroke="#d9d6cf" stroke-width="2"/>
<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(limit.value)}" y2="${y(limit.value)}" stroke="#b42318" stroke-width="2" stroke-dasharray="8 8"/>
<path d="${path}" fill="none" stroke="#0f6b66" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>
<circle cx="${x(to)}" cy="${y(end)}" r="7" fill="#0f6b66"/>
<text x="${WIDTH - RIGHT + 14}" y="${limitY + 8}" ${label} fill="#b42318">${limit.text}</text>
<text x="${WIDTH - RIGHT + 14}" y="${lastY + 8}" ${label} font-weight="bold" fill="#1d2125">${last}</text>
<text x="${LEFT}" y="${HEIGHT - 16}" ${label} fill="#5d646b">${time(from)}</text>
<text x="${WIDTH - RIGHT}" y="${HEIGHT - 16}" ${label} fill="#5d646b" text-anchor="end">${time(to)}</text>
</svg>`;
}

function separateLabels(a: number, b: number): [number, number] {
  const gap = 28 - Math.abs(a - b);
  if (gap <= 0) return [a, b];
  return a <= b ? [a - gap / 2, b + gap / 2] : [a + gap / 2, b - gap / 2];
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
