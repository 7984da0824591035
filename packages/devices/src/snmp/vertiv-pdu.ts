/** VERTIV-V5-MIB and GEIST-IMD-MIB: rack PDUs of Geist and Vertiv. Tenths of volts, hundredths of amps, watts. */
import { amps, humidity, type Measure, type Part, type Profile, temperature, volts, watts } from './device-profile.ts';

const GEIST = '1.3.6.1.4.1.21239';
const ROOT = `${GEIST}.5.2`;
const PDU = `${ROOT}.3`;
const MODEL = `${ROOT}.1.8`;
const SERIAL = `${ROOT}.1.10`;
const HUNDREDTHS = { scale: 0.01 };

const part = (id: string, name: string, number: number, fieldsOf: (entry: string) => Part['fields']): Part => {
  const entry = `${PDU}.${number}.1`;
  return { id, name, hasRows: true, label: `${entry}.3`, model: MODEL, serial: SERIAL, fields: fieldsOf(entry) };
};

const current = (oid: string): Measure => amps('current', 'Current', oid, HUNDREDTHS);

const degrees = (oid: string): Measure =>
  temperature('temperature', 'Temperature', oid, {
    scale: 0.1,
    isSigned: true,
    fahrenheit: { oid: `${ROOT}.1.7`, celsius: 1, fahrenheit: 0, isOfDevice: true },
  });

const sensors = (id: string, name: string, number: number, fieldsOf: (entry: string) => Part['fields']): Part => {
  const entry = `${ROOT}.${number}.1`;
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

export const VERTIV_PDU: Profile = {
  id: 'vertiv-pdu',
  name: 'Vertiv Geist rack PDU',
  maker: 'Vertiv',
  objectIds: [GEIST],
  probe: `${PDU}.2.1.4`,
  subject: 'PDU',
  parts: [
    {
      id: 'pdu',
      name: 'PDU',
      hasRows: true,
      label: `${PDU}.1.1.4`,
      model: MODEL,
      serial: `${PDU}.1.1.2`,
      presence: { oid: `${PDU}.1.1.5`, present: [1, 2], orMissing: true },
      fields: [watts('power', 'Power', `${PDU}.1.1.9`)],
    },
    part('phase', 'Phase', 2, (entry) => [
      volts('voltage', 'Voltage', `${entry}.4`, { scale: 0.1 }),
      current(`${entry}.8`),
      watts('power', 'Power', `${entry}.12`),
    ]),
    part('circuit', 'Circuit', 3, (entry) => [current(`${entry}.4`)]),
    part('line', 'Line', 4, (entry) => [current(`${entry}.4`)]),
    sensors('temperature', 'Temperature sensor', 4, (entry) => [degrees(`${entry}.5`)]),
    sensors('airflow', 'Airflow sensor', 5, (entry) => [
      degrees(`${entry}.5`),
      humidity('humidity', 'Humidity', `${entry}.7`),
    ]),
  ],
};
