/**
 * PDU2-MIB of Raritan (PX2, PX3 and later): one table has values of all kinds, each with its number of digits behind the point in a
 * table of settings. The number of a row ends with the kind: 1 current, 4 voltage, 5 active power, 15 trip.
 */
import {
  amps,
  flag,
  humidity,
  type Part,
  type Profile,
  type Sign,
  temperature,
  volts,
  watts,
} from './device-profile.ts';

const RARITAN = '1.3.6.1.4.1.13742.6';
const SETTINGS = `${RARITAN}.3`;
const MEASURED = `${RARITAN}.5`;
const IDENT = { model: `${SETTINGS}.2.1.1.3`, serial: `${SETTINGS}.2.1.1.4` };
const AVAILABLE = [1];

/** Columns of what is measured, and of its digits. */
const electrical = (values: string, digits: string) => {
  const of = (rowEnd: string) => ({
    rowEnd,
    digits,
    available: { oid: `${values}.2`, present: AVAILABLE, orMissing: true } satisfies Sign,
  });
  return {
    current: amps('current', 'Current', `${values}.4`, of('1')),
    voltage: volts('voltage', 'Voltage', `${values}.4`, of('4')),
    power: watts('power', 'Power', `${values}.4`, of('5')),
  };
};

const INLET = electrical(`${MEASURED}.2.3.1`, `${SETTINGS}.3.4.1.7`);
const POLE = electrical(`${MEASURED}.2.4.1`, `${SETTINGS}.3.6.1.7`);
const PROTECTOR_VALUES = `${MEASURED}.3.3.1`;
const PROTECTOR = electrical(PROTECTOR_VALUES, `${SETTINGS}.4.4.1.7`);

const SENSOR = `${SETTINGS}.6.3.1`;
const SENSOR_VALUES = `${MEASURED}.5.3.1`;
/** 4 normal, 11 alarmed. */
const ALARMED = { on: [11], off: [4] };

/** What is plugged in; of each kind the number of the table. */
const sensor = (id: string, name: string, kind: number, field: Part['fields'][number]): Part => ({
  id,
  name,
  hasRows: true,
  label: `${SENSOR}.4`,
  serial: `${SENSOR}.3`,
  ofKind: { oid: `${SENSOR}.2`, present: [kind] },
  presence: { oid: `${SENSOR_VALUES}.2`, present: AVAILABLE },
  fields: [field],
});

const state = (id: string, name: string, deviceClass: string, of: { readonly on: number[]; readonly off: number[] }) =>
  flag(id, name, deviceClass, [{ oid: `${SENSOR_VALUES}.3`, ...of }]);

export const RARITAN_PDU: Profile = {
  id: 'raritan-pdu',
  name: 'Raritan PX',
  maker: 'Raritan',
  objectIds: [RARITAN],
  probe: `${MEASURED}.2.3.1.4`,
  subject: 'PDU',
  parts: [
    {
      id: 'inlet',
      name: 'Inlet',
      hasRows: true,
      label: `${SETTINGS}.3.3.1.3`,
      number: `${SETTINGS}.3.3.1.2`,
      ...IDENT,
      fields: [INLET.current, INLET.voltage, INLET.power],
    },
    {
      id: 'pole',
      name: 'Phase of inlet',
      hasRows: true,
      ...IDENT,
      fields: [POLE.current, POLE.voltage, POLE.power],
    },
    {
      id: 'protector',
      name: 'Circuit',
      hasRows: true,
      label: `${SETTINGS}.4.3.1.3`,
      number: `${SETTINGS}.4.3.1.2`,
      ...IDENT,
      fields: [
        PROTECTOR.current,
        // 0 open, 1 closed.
        flag(
          'bad_source',
          'Breaker, fuse or overload',
          'bad_source',
          [{ oid: `${PROTECTOR_VALUES}.3`, on: [0], off: [1] }],
          {
            rowEnd: '15',
          },
        ),
      ],
    },
    sensor(
      'temperature',
      'Temperature sensor',
      10,
      temperature('temperature', 'Temperature', `${SENSOR_VALUES}.4`, {
        digits: `${SENSOR}.17`,
        isSigned: true,
        fahrenheit: { oid: `${SENSOR}.16`, celsius: 7, fahrenheit: 14 },
      }),
    ),
    sensor(
      'humidity',
      'Humidity sensor',
      11,
      humidity('humidity', 'Humidity', `${SENSOR_VALUES}.4`, { digits: `${SENSOR}.17` }),
    ),
    sensor('water', 'Water sensor', 17, state('leak', 'Leak', 'moisture', ALARMED)),
    sensor('smoke', 'Smoke detector', 18, state('smoke', 'Smoke', 'smoke', ALARMED)),
    sensor('door', 'Door contact', 43, state('door', 'Door', 'door', { on: [0], off: [1] })),
    sensor('motion', 'Motion detector', 45, state('motion', 'Motion', 'motion', ALARMED)),
    sensor('tamper', 'Tamper contact', 44, state('tamper', 'Tampering', 'tamper', ALARMED)),
  ],
};
