/** The readings behind an alert as a small picture for a mail: the line, the limit, when it began. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { displayValue, type Millis } from '@picket/domain';
import { Resvg } from '@resvg/resvg-js';
import type { Sql } from '../../platform/index.ts';
import { readingsAround } from '../alerts/index.ts';
import type { MessageContent } from './message-content.ts';

const WIDTH = 1024;
const HEIGHT = 360;
const LEFT = 20;
const RIGHT = 150;
const TOP = 24;
const BOTTOM = 52;
const BEFORE: Millis = 3_600_000;
const AFTER: Millis = 600_000;
/** A gap so much longer than what is usual between readings is drawn as one. */
const GAP_FACTOR = 3;

const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
const FONT = join(fonts, 'ttf', 'DejaVuSans.ttf');

interface Point {
  readonly at: Millis;
  readonly value: number;
}

/** A PNG of what the first alert of a message was raised from; null where it has no readings to show. */
export async function alertPicture(sql: Sql, content: MessageContent): Promise<Buffer | null> {
  const item = content.items.find(({ conditions, change }) => change !== 'OFF' && conditions.length > 0);
  const condition = item?.conditions.find(({ operator }) => operator !== 'CHANGED');
  if (item === undefined || condition === undefined) return null;
  const readings = await readingsAround(
    sql,
    { guid: item.alert },
    { from: item.startedAt - BEFORE, to: Math.min(content.at, item.startedAt + AFTER) },
  );
  const points = readings
    .filter(({ sensorMetricId, column }) => sensorMetricId === condition.sensorMetricId && column === condition.column)
    .flatMap(({ at, value }): Point[] => (value === null ? [] : [{ at: Date.parse(at), value }]));
  if (points.length < 2) return null;
  const { useCelsius } = content;
  const shown = (value: number): Point['value'] =>
    displayValue(condition.sensorMetricId, condition.column, value, { useCelsius }).value;
  const text = (value: number): string => {
    const { text: number, unit } = displayValue(condition.sensorMetricId, condition.column, value, { useCelsius });
    return unit === '' ? number : `${number} ${unit}`;
  };
  const svg = drawn({
    points: points.map(({ at, value }) => ({ at, value: shown(value) })),
    limit: { value: shown(condition.threshold), text: text(condition.threshold) },
    last: text(points.at(-1)?.value ?? 0),
    startedAt: item.startedAt,
    timezone: item.location?.timezone ?? 'UTC',
  });
  return new Resvg(svg, { font: { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' } })
    .render()
    .asPng();
}

interface Drawing {
  readonly points: readonly Point[];
  readonly limit: { readonly value: number; readonly text: string };
  readonly last: string;
  readonly startedAt: Millis;
  readonly timezone: string;
}

/** Every text in it is a number, a unit or a time. */
function drawn({ points, limit, last, startedAt, timezone }: Drawing): string {
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
  const time = (at: Millis): string =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at);
  const end = points.at(-1)?.value ?? low;
  const begun = Math.min(Math.max(startedAt, from), to);
  // The two labels at the right keep their distance.
  const [limitY, lastY] = apart(y(limit.value), y(end));
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

function apart(a: number, b: number): [number, number] {
  const gap = 28 - Math.abs(a - b);
  if (gap <= 0) return [a, b];
  return a <= b ? [a - gap / 2, b + gap / 2] : [a + gap / 2, b - gap / 2];
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
