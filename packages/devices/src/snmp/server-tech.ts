/** Sentry3-MIB and Sentry4-MIB: rack PDUs of Server Technology. Hundredths of amps, tenths of volts, watts; -1 is none. */
import {
  amps,
  flag,
  humidity,
  type Measure,
  type Part,
  type Profile,
  temperature,
  volts,
  watts,
} from './device-profile.ts';

const SERVER_TECH = '1.3.6.1.4.1.1718';
const MAKER = 'Server Technology';
const HUNDREDTHS = { scale: 0.01 };
const TENTHS = { scale: 0.1 };
/** What they send where no sensor is plugged in, one step below what a sensor can say. */
const NO_SENSOR = [-410];

const current = (oid: string): Measure => amps('current', 'Current', oid, HUNDREDTHS);
const voltage = (oid: string): Measure => volts('voltage', 'Voltage', oid, TENTHS);
const power = (oid: string): Measure => watts('power', 'Power', oid);

const TABLES_3 = `${SERVER_TECH}.3.2`;
const TOWER = `${TABLES_3}.1.1`;
const INFEED = `${TABLES_3}.2.1`;
const SENSOR = `${TABLES_3}.5.1`;
const IDENT_3 = { model: `${TOWER}.7`, serial: `${TOWER}.6` };

export const SERVER_TECH_3: Profile = {
  id: 'server-tech-3',
  name: 'Server Technology CDU',
  maker: MAKER,
  objectIds: [`${SERVER_TECH}.3`],
  probe: `${INFEED}.7`,
  subject: 'PDU',
  parts: [
    {
      id: 'tower',
      name: 'PDU',
      hasRows: true,
      label: `${TOWER}.3`,
      ...IDENT_3,
      fields: [power(`${TOWER}.11`)],
    },
    {
      id: 'infeed',
      name: 'Infeed',
      hasRows: true,
      label: `${INFEED}.3`,
      ...IDENT_3,
      fields: [
        current(`${INFEED}.7`),
        voltage(`${INFEED}.11`),
        power(`${INFEED}.12`),
        flag('bad_source', 'Breaker, fuse or overload', 'bad_source', [
          // 0 off, 1 on, 8 and 9 a fuse; others are on their way, or not sensed.
          { oid: `${INFEED}.5`, on: [0, 8, 9], off: [1] },
          // 0 normal, 3 low, 4 high, 5 overload.
          { oid: `${INFEED}.6`, on: [5], off: [0, 3, 4] },
        ]),
      ],
    },
    {
      id: 'sensor',
      name: 'Sensor',
      hasRows: true,
      label: `${SENSOR}.3`,
      presence: { oid: `${SENSOR}.4`, present: [0] },
      fields: [
        temperature('temperature', 'Temperature', `${SENSOR}.6`, {
          ...TENTHS,
          fahrenheit: { oid: `${SENSOR}.13`, celsius: 0, fahrenheit: 1 },
        }),
        humidity('humidity', 'Humidity', `${SENSOR}.10`),
      ],
    },
  ],
};

const OBJECTS_4 = `${SERVER_TECH}.4.1`;
const UNIT = `${OBJECTS_4}.2.2.1`;
const IDENT_4 = { model: `${UNIT}.5`, serial: `${UNIT}.4` };
const TEMPERATURE_SCALE = `${OBJECTS_4}.9.1.10`;
/** Statuses of a sensor that is there: 0 normal, and alarms of limits. */
const FOUND = [0, 14, 15, 16, 17, 18];

/** 11 no power, 12 breaker tripped, 13 fuse blown, 20 above what it can carry; 0 normal, 14 to 19 other limits. */
const badSource = (oid: string) =>
  flag('bad_source', 'Breaker, fuse or overload', 'bad_source', [
    { oid, on: [11, 12, 13, 20], off: [0, 14, 15, 16, 17, 18, 19] },
  ]);

/** Its names and its values are two tables with the same rows. `label`: the column of names. */
const part = (
  id: string,
  name: string,
  [number, label]: readonly [number: number, label: number],
  fieldsOf: (entry: string) => Part['fields'],
): Part => ({
  id,
  name,
  hasRows: true,
  label: `${OBJECTS_4}.${number}.2.1.${label}`,
  ...IDENT_4,
  fields: fieldsOf(`${OBJECTS_4}.${number}.3.1`),
});

const sensor = (id: string, name: string, number: number, fieldOf: (entry: string) => Part['fields'][number]): Part => {
  const entry = `${OBJECTS_4}.${number}.3.1`;
  const status = id === 'water' ? 1 : 2;
  return {
    id,
    name,
    hasRows: true,
    label: `${OBJECTS_4}.${number}.2.1.3`,
    presence: { oid: `${entry}.${status}`, present: FOUND },
    fields: [fieldOf(entry)],
  };
};

export const SERVER_TECH_4: Profile = {
  id: 'server-tech-4',
  name: 'Server Technology PRO',
  maker: MAKER,
  objectIds: [`${SERVER_TECH}.4`],
  probe: `${OBJECTS_4}.3.3.1.3`,
  subject: 'PDU',
  parts: [
    part('cord', 'Input cord', [3, 3], (entry) => [power(`${entry}.3`), badSource(`${entry}.2`)]),
    part('line', 'Line', [4, 4], (entry) => [current(`${entry}.3`), badSource(`${entry}.2`)]),
    part('phase', 'Phase', [5, 4], (entry) => [
      voltage(`${entry}.3`),
      current(`${entry}.6`),
      power(`${entry}.8`),
      badSource(`${entry}.2`),
    ]),
    part('branch', 'Branch', [7, 4], (entry) => [current(`${entry}.3`), badSource(`${entry}.2`)]),
    sensor('temperature', 'Temperature sensor', 9, (entry) =>
      temperature('temperature', 'Temperature', `${entry}.1`, {
        ...TENTHS,
        isSigned: true,
        noValues: NO_SENSOR,
        fahrenheit: { oid: TEMPERATURE_SCALE, celsius: 0, fahrenheit: 1, isOfDevice: true },
      }),
    ),
    sensor('humidity', 'Humidity sensor', 10, (entry) => humidity('humidity', 'Humidity', `${entry}.1`)),
    sensor('water', 'Water sensor', 11, (entry) =>
      flag('leak', 'Leak', 'moisture', [{ oid: `${entry}.1`, on: [18], off: [0] }]),
    ),
  ],
};
