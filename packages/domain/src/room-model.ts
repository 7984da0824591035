/**
 * A seeded model of a room: the same seed and instant always give the same readings, so a past can be made up that the
 * present continues. Temperature follows the day, the air conditioning's cycle, people and an open door now and then;
 * humidity answers to temperature; motion to working hours.
 */
/** One reading of a simulated room, as a device reports it. */
interface RoomReading {
  readonly sensorMetricId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly values?: Readonly<Record<string, number | null>>;
  readonly frame?: { readonly rows: number; readonly columns: number; readonly data: string };
}

export interface RoomTraits {
  readonly seed: number;
  /** Celsius around which the room lives. */
  readonly temperature: number;
  /** % RH around which it lives. */
  readonly humidity: number;
  /** How far the day moves it, in degrees. */
  readonly daily: number;
  /** Swing of the air conditioning, in degrees. */
  readonly cooling: number;
  readonly hasThermal?: boolean;
  readonly hasMotion?: boolean;
  readonly hasPower?: boolean;
  /** `model-serial` of its fluid sensors. */
  readonly fluidSensors?: readonly string[];
}

/** What a script does to a room at an instant; everything left out is normal. */
export interface Disturbance {
  readonly heat?: number;
  readonly leak?: boolean;
  readonly motion?: number;
  readonly onBattery?: boolean;
  readonly tamper?: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A number in [0, 1) that belongs to (seed, place) for ever. */
function hash(seed: number, place: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(place | 0, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4_294_967_296;
}

/** Smooth noise in [-1, 1] that changes over about `period`. */
function drift(seed: number, at: number, period: number): number {
  const place = Math.floor(at / period);
  const within = at / period - place;
  const ease = within * within * (3 - 2 * within);
  const before = hash(seed, place);
  return 2 * (before + (hash(seed, place + 1) - before) * ease) - 1;
}

/** 0 at night, 1 in the middle of a working day; weekends are quiet. */
function occupancy(at: number): number {
  const day = Math.floor(at / DAY);
  const weekday = (day + 3) % 7;
  const hour = (at % DAY) / HOUR;
  if (weekday > 4 || hour < 7.5 || hour > 18.5) return 0;
  return Math.min(1, (hour - 7.5) / 1.5, (18.5 - hour) / 1.5);
}

/** Half an hour a day in which the door stands open. */
function doorOpen(seed: number, at: number): number {
  const day = Math.floor(at / DAY);
  const opens = day * DAY + (9 + 8 * hash(seed + 5, day)) * HOUR;
  const since = at - opens;
  return since > 0 && since < HOUR / 2 && hash(seed + 6, day) < 0.4 ? Math.sin((since / (HOUR / 2)) * Math.PI) : 0;
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

function climate(room: RoomTraits, at: number, heat: number): { temperature: number; humidity: number } {
  const { seed } = room;
  const sun = Math.sin(((at % DAY) / DAY - 0.36) * 2 * Math.PI);
  const cycle = Math.asin(Math.sin((at / (17 * MINUTE + 6 * MINUTE * hash(seed, 0))) * Math.PI)) / (Math.PI / 2);
  const temperature =
    room.temperature +
    room.daily * (0.7 * sun + 0.5 * occupancy(at)) +
    room.cooling * cycle +
    1.2 * doorOpen(seed, at) +
    0.5 * drift(seed + 1, at, 3 * HOUR) +
    0.08 * drift(seed + 2, at, 2 * MINUTE) +
    heat;
  const humidity =
    room.humidity -
    1.1 * (temperature - room.temperature) +
    2.5 * drift(seed + 3, at, 5 * HOUR) +
    0.4 * drift(seed + 4, at, 3 * MINUTE);
  return { temperature, humidity: Math.min(98, Math.max(3, humidity)) };
}

/** Celsius, by the Magnus formula. */
function dewpoint(temperature: number, humidity: number): number {
  const gamma = Math.log(humidity / 100) + (17.62 * temperature) / (243.12 + temperature);
  return (243.12 * gamma) / (17.62 - gamma);
}

/** 24 x 32 cells, base64 of float32: a warm rack on the right, a cooler one on the left, sensor noise. */
function thermalFrame(room: RoomTraits, at: number, temperature: number, heat: number): string {
  const data = new Float32Array(24 * 32);
  const load = 6 + 2.5 * drift(room.seed + 8, at, 40 * MINUTE) + heat * 0.4;
  for (let row = 0; row < 24; row++)
    for (let column = 0; column < 32; column++) {
      const right = Math.exp(-((row - 9) ** 2 / 26 + (column - 22) ** 2 / 34));
      const left = 0.5 * Math.exp(-((row - 15) ** 2 / 34 + (column - 8) ** 2 / 28));
      const noise = 0.3 * (hash(room.seed + row * 32 + column, Math.floor(at / 1000)) - 0.5);
      data[row * 32 + column] = temperature - 1 + load * (right + left) - row * 0.05 + noise;
    }
  return new Uint8Array(data.buffer).toBase64();
}

/** Everything the room's sentry measures at an instant. `withFrame`: thermal pictures are large, not every report has one. */
export function roomReadings(room: RoomTraits, at: number, now: Disturbance = {}, withFrame = true): RoomReading[] {
  const heat = now.heat ?? 0;
  const { temperature, humidity } = climate(room, at, heat);
  const readings: RoomReading[] = [];
  const add = (sensorMetricId: string, values: Record<string, number>): void => {
    readings.push({ sensorMetricId, at, values });
  };
  add('environment_temperature', { value: round(temperature, 2) });
  add('environment_humidity', { value: round(humidity, 2) });
  add('environment_dewpoint', { value: round(dewpoint(temperature, humidity) / temperature, 4) });
  add('sentry_tamper', { value: now.tamper ? 1 : 0 });
  if (room.hasPower) {
    const onBattery = now.onBattery ? 1 : 0;
    add('power_onBattery', { value: onBattery });
    add('power_badSource', { value: 0 });
    add('power_battery', { percent: onBattery ? 94 : 100, volts: round(onBattery ? 12.1 : 13.6, 2) });
  }
  if (room.hasMotion) {
    const busy = occupancy(at) > 0 && hash(room.seed + 7, Math.floor(at / MINUTE)) < 0.12 * occupancy(at);
    add('camera_motion', { level: round(now.motion ?? (busy ? 0.2 + 0.5 * hash(room.seed + 9, at) : 0.01), 3) });
  }
  for (const sensor of room.fluidSensors ?? []) {
    add(`fluid-${sensor}_leak`, { value: now.leak ? 1 : 0 });
    add(`fluid-${sensor}_battery`, { value: 3.01 });
    add(`fluid-${sensor}_missing`, { value: 0 });
  }
  if (room.hasThermal && withFrame)
    readings.push({
      sensorMetricId: 'thermal_temperature',
      at,
      frame: { rows: 24, columns: 32, data: thermalFrame(room, at, temperature, heat) },
    });
  return readings;
}
