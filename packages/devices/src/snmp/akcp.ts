/**
 * SPAGENT-MIB of AKCP: sensorProbe+ and securityProbe+ (`3854.3.5`), and sensorProbe (`3854.1`). Each sensor is a device; columns are those of
 * published programs that read them, and of the MIB. A status is 1 none, 2 normal, 4 and 6 critical, 7 a sensor at fault, 8 and 9 an
 * output. Of a dry contact it says whether it is in the state that is set as its normal one: what that means is up to what is connected.
 */
import { flag, humidity, type Part, type Profile, temperature } from './device-profile.ts';

const AKCP = '1.3.6.1.4.1.3854';
const NORMAL = 2;
const CRITICAL = [4, 6];
const ONLINE = [1];

const PLUS = `${AKCP}.3.5`;

/** A table of one kind of sensor. `number`: of the table. */
const sensors = (id: string, name: string, number: number, fieldsOf: (entry: string) => Part['fields']): Part => {
  const entry = `${PLUS}.${number}.1`;
  return {
    id,
    name,
    hasRows: true,
    label: `${entry}.2`,
    presence: { oid: `${entry}.8`, present: ONLINE },
    fields: fieldsOf(entry),
  };
};

const state = (id: string, name: string, deviceClass: string, oid: string) =>
  flag(id, name, deviceClass, [{ oid, on: CRITICAL, off: [NORMAL] }]);

/** One that is an output has neither of these states, so that it is not found. */
const alarmInput = (oid: string) => state('contact', 'Not in its normal state', 'contact', oid);

const DOOR = `${PLUS}.27.1`;
const DOOR_CLOSED = 2;
/** Held open, opened, forced open; 4 is a fire, which says nothing of the door. */
const DOOR_OPEN = [3, 5, 6];

export const AKCP_PLUS: Profile = {
  id: 'akcp-plus',
  name: 'AKCP sensorProbe+ and securityProbe+',
  maker: 'AKCP',
  objectIds: [AKCP],
  probe: `${PLUS}.2.1.8`,
  subject: 'AKCP',
  parts: [
    sensors('temperature', 'Temperature sensor', 2, (entry) => [
      temperature('temperature', 'Temperature', `${entry}.20`, {
        scale: 0.1,
        coarse: { oid: `${entry}.4`, scale: 1 },
        isSigned: true,
        fahrenheit: { oid: `${entry}.5`, celsius: 'C', fahrenheit: 'F' },
      }),
    ]),
    sensors('humidity', 'Humidity sensor', 3, (entry) => [humidity('humidity', 'Humidity', `${entry}.4`)]),
    sensors('water', 'Water sensor', 9, (entry) => [state('leak', 'Leak', 'moisture', `${entry}.6`)]),
    sensors('water-rope', 'Water rope', 21, (entry) => [state('leak', 'Leak', 'moisture', `${entry}.6`)]),
    sensors('smoke', 'Smoke detector', 14, (entry) => [state('smoke', 'Smoke', 'smoke', `${entry}.6`)]),
    sensors('motion', 'Motion detector', 8, (entry) => [state('motion', 'Motion', 'motion', `${entry}.6`)]),
    sensors('security', 'Security sensor', 10, (entry) => [state('open', 'Open', 'door', `${entry}.6`)]),
    sensors('contact', 'Dry contact', 4, (entry) => [alarmInput(`${entry}.6`)]),
    {
      id: 'door',
      name: 'Door',
      hasRows: true,
      label: `${DOOR}.2`,
      fields: [flag('open', 'Open', 'door', [{ oid: `${DOOR}.6`, on: DOOR_OPEN, off: [DOOR_CLOSED] }])],
    },
  ],
};

const PROBE = `${AKCP}.1.2.2.1`;
const TEMPERATURE = `${PROBE}.16.1`;
const HUMIDITY = `${PROBE}.17.1`;
const SWITCH = `${PROBE}.18.1`;
/** Types of a switch. */
const WATER = 4;
const SECURITY = 6;
const DRY_SWITCH = 10;
const MOTION = 14;

/** A switch of a type. What has no state, such as an output, is not found. */
const switches = (id: string, name: string, type: number, field: Part['fields'][number]): Part => ({
  id,
  name,
  hasRows: true,
  label: `${SWITCH}.1`,
  ofKind: { oid: `${SWITCH}.9`, present: [type] },
  presence: { oid: `${SWITCH}.4`, present: ONLINE },
  fields: [field],
});

export const AKCP_PROBE: Profile = {
  id: 'akcp-probe',
  name: 'AKCP sensorProbe',
  maker: 'AKCP',
  objectIds: [AKCP],
  probe: `${TEMPERATURE}.5`,
  subject: 'AKCP',
  parts: [
    {
      id: 'temperature',
      name: 'Temperature sensor',
      hasRows: true,
      label: `${TEMPERATURE}.1`,
      presence: { oid: `${TEMPERATURE}.5`, present: ONLINE },
      fields: [
        temperature('temperature', 'Temperature', `${TEMPERATURE}.14`, {
          scale: 0.1,
          coarse: { oid: `${TEMPERATURE}.3`, scale: 1 },
          isSigned: true,
          fahrenheit: { oid: `${TEMPERATURE}.12`, celsius: 1, fahrenheit: 0 },
        }),
      ],
    },
    {
      id: 'humidity',
      name: 'Humidity sensor',
      hasRows: true,
      label: `${HUMIDITY}.1`,
      presence: { oid: `${HUMIDITY}.5`, present: ONLINE },
      fields: [humidity('humidity', 'Humidity', `${HUMIDITY}.3`)],
    },
    {
      id: 'water',
      name: 'Water sensor',
      hasRows: true,
      label: `${SWITCH}.1`,
      presence: { oid: `${SWITCH}.9`, present: [WATER] },
      fields: [state('leak', 'Leak', 'moisture', `${SWITCH}.3`)],
    },
    switches('motion', 'Motion detector', MOTION, state('motion', 'Motion', 'motion', `${SWITCH}.3`)),
    switches('security', 'Security sensor', SECURITY, state('open', 'Open', 'door', `${SWITCH}.3`)),
    switches('contact', 'Dry contact', DRY_SWITCH, alarmInput(`${SWITCH}.3`)),
  ],
};
