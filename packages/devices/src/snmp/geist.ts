/** Geist Watchdog 100 (GEIST-V4-MIB): tenths of a degree, in the unit that is set at the device. */
import { humidity, type Measure, type Part, type Profile, temperature } from './device-profile.ts';

const ROOT = '1.3.6.1.4.1.21239.5.1';
const DEGREES = {
  scale: 0.1,
  isSigned: true,
  fahrenheit: { oid: `${ROOT}.1.7`, celsius: 1, fahrenheit: 0, isOfDevice: true },
} as const;

/** A table of sensors: each has its serial number, its name, and whether it is there. */
const sensors = (id: string, name: string, table: number, fieldsOf: (entry: string) => readonly Measure[]): Part => {
  const entry = `${ROOT}.${table}.1`;
  return {
    id,
    name,
    hasRows: true,
    serial: `${entry}.2`,
    label: `${entry}.3`,
    presence: { oid: `${entry}.4`, present: [1, 2] },
    fields: fieldsOf(entry),
  };
};

const temperatureAt = (oid: string): Measure => temperature('temperature', 'Temperature', oid, DEGREES);
const humidityAt = (oid: string): Measure => humidity('humidity', 'Humidity', oid);

export const GEIST: Profile = {
  id: 'geist-v4',
  name: 'Geist Watchdog 100',
  maker: 'Geist',
  objectIds: ['1.3.6.1.4.1.21239'],
  probe: `${ROOT}.2.1.5`,
  subject: null,
  parts: [
    sensors('internal', 'Internal sensor', 2, (entry) => [temperatureAt(`${entry}.5`), humidityAt(`${entry}.6`)]),
    sensors('temperature', 'Temperature sensor', 4, (entry) => [temperatureAt(`${entry}.5`)]),
    sensors('airflow', 'Airflow sensor', 5, (entry) => [temperatureAt(`${entry}.5`), humidityAt(`${entry}.7`)]),
    sensors('dew-point', 'Dew point sensor', 6, (entry) => [temperatureAt(`${entry}.5`), humidityAt(`${entry}.6`)]),
  ],
};
