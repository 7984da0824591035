/** The locations and rooms of the demo organization. */
import type { RoomTraits } from '@picket/domain/room-model';
import { coolingFails, leaks, noEvents, powerFails, type RoomEvents, uplinkDrops, visits } from './room-events.ts';

/** Seconds between the reports of a simulated sentry. */
export const REPORT_INTERVAL = 30;

export interface Room {
  readonly sentry: string;
  readonly traits: RoomTraits;
  readonly events: RoomEvents;
  /** A drawn picture, where ffmpeg is installed. */
  readonly hasCamera?: true;
}

const room = (
  sentry: string,
  seed: number,
  temperature: number,
  humidity: number,
  more: Partial<RoomTraits> = {},
  events = noEvents,
  camera: Pick<Room, 'hasCamera'> = {},
): Room => ({
  sentry,
  traits: { seed, temperature, humidity, daily: 0.9, cooling: 0.35, ...more },
  events,
  ...camera,
});

export interface DemoLocation {
  readonly name: string;
  readonly timezone: string;
  readonly address: string;
  readonly coordinates: { readonly latitude: number; readonly longitude: number };
  readonly rooms: readonly Room[];
}

export const LOCATIONS: readonly DemoLocation[] = [
  {
    name: 'Zurich, server room 2',
    timezone: 'Europe/Zurich',
    address: 'Hardstrasse 201, Zurich',
    coordinates: { latitude: 47.386, longitude: 8.517 },
    rooms: [
      room('North rack', 11, 23.5, 41, { hasThermal: true, hasPower: true, daily: 0.6 }, coolingFails),
      room('South rack', 12, 22.4, 43, { hasMotion: true, daily: 0.6 }, noEvents, { hasCamera: true }),
    ],
  },
  {
    name: 'Rotterdam edge cabinet',
    timezone: 'Europe/Amsterdam',
    address: 'Waalhaven Zuidzijde 12, Rotterdam',
    coordinates: { latitude: 51.879, longitude: 4.445 },
    rooms: [room('Cabinet', 21, 24.8, 46, { hasPower: true, cooling: 0.8 }, powerFails)],
  },
  {
    name: 'Porto archive',
    timezone: 'Europe/Lisbon',
    address: 'Rua das Flores 69, Porto',
    coordinates: { latitude: 41.144, longitude: -8.614 },
    rooms: [room('Reading shelves', 31, 20.1, 52, { daily: 0.4 }, uplinkDrops)],
  },
  {
    name: 'Leeds plant room',
    timezone: 'Europe/London',
    address: 'Water Street 4, Leeds',
    coordinates: { latitude: 53.793, longitude: -1.548 },
    rooms: [
      room('Pump 1', 41, 21.6, 55, { fluidSensors: ['FX2-0417'], daily: 1.2 }, leaks),
      room('Boiler', 42, 26.2, 38, { fluidSensors: ['FX2-0522', 'FX2-0523'], cooling: 0.9 }),
    ],
  },
  {
    name: 'Vienna vault',
    timezone: 'Europe/Vienna',
    address: 'Am Hof 6, Vienna',
    coordinates: { latitude: 48.211, longitude: 16.367 },
    rooms: [room('Vault', 51, 19.6, 48, { hasMotion: true, daily: 0.2, cooling: 0.15 }, visits, { hasCamera: true })],
  },
  {
    name: 'Denver cold store',
    timezone: 'America/Denver',
    address: '4800 Race St, Denver',
    coordinates: { latitude: 39.786, longitude: -104.965 },
    rooms: [room('Dock door', 61, 21.9, 44, { daily: 1.4, hasPower: true })],
  },
];
