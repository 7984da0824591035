/**
 * Rack PDUs: what is stored of a phase, a bank, a circuit and what is plugged in. The numbers have the scale of the MIBs: a value of the
 * wrong scale would be ten or a thousand times what it is.
 */
import { describe, expect, test } from 'vitest';
import { APC_PDU, APC_PDU_OF_CURRENT } from './apc-pdu.ts';
import { EATON_PDU } from './eaton-pdu.ts';
import { candidatesFor, fitting } from './profiles.ts';
import { RARITAN_PDU } from './raritan-pdu.ts';
import { SERVER_TECH_3, SERVER_TECH_4 } from './server-tech.ts';
import { answersOf, stored } from './snmp-answers.test-support.ts';
import { snmpDevicesOf } from './snmp-devices.ts';
import { VERTIV_PDU } from './vertiv-pdu.ts';

const ASKED = { host: 'h', pollSeconds: 30, known: () => [] };
const POWERNET = '1.3.6.1.4.1.318.1.1';

describe('APC', () => {
  const entry = (table: string, columns: Readonly<Record<number, number | string>>, row = 1) =>
    Object.fromEntries(
      Object.entries(columns).map(([column, value]) => [`${POWERNET}.26.${table}.${column}.${row}`, value]),
    );
  const pdu = {
    ...entry('2.1', { 8: 'AP8853', 9: '5A1200E00000' }),
    ...entry('4.3.1', { 3: 'Rack 4 A', 4: 2, 5: 114 }),
    ...entry('6.3.1', { 3: 1, 4: 2, 5: 49, 6: 242, 7: 114 }),
    ...entry('8.3.1', { 3: 1, 4: 4, 5: 161 }),
    ...entry('8.3.1', { 3: 2, 4: 3, 5: 0 }, 2),
    ...entry('10.2.2.1', { 3: 'Inlet air', 6: 2, 8: 231, 10: 44 }),
    ...entry('10.2.2.1', { 3: '', 6: 1, 8: -1, 10: -1 }, 2),
  };

  test('tenths of amps and hundredths of kW; a bank above its limit is a bad source', () => {
    expect(stored(APC_PDU, pdu)).toEqual({
      'rack Rack 4 A': { 'power_watts.value': 1140, 'power_badSource.value': 0 },
      'rack Phase 1': {
        'power_amps.value': 4.9,
        'power_volts.value': 242,
        'power_watts.value': 1140,
        'power_badSource.value': 0,
      },
      'rack Bank 1': { 'power_amps.value': 16.1, 'power_badSource.value': 1 },
      'rack Bank 2': { 'power_amps.value': 0, 'power_badSource.value': 0 },
      'rack Inlet air': { 'environment_temperature.value': 23.1, 'environment_humidity.value': 44 },
    });
    const [first] = snmpDevicesOf(APC_PDU, answersOf(APC_PDU, pdu), 'rack', ASKED);
    expect(first?.found.announcement.device).toMatchObject({ model: 'AP8853', serialNumber: '5A1200E00000' });
  });

  test('what a model does not measure is not there', () => {
    const metered = {
      ...entry('4.3.1', { 3: 'Rack 5', 4: 5, 5: -1 }),
      ...entry('6.3.1', { 3: 1, 4: 2, 5: 27, 6: -1, 7: -1 }),
    };
    expect(stored(APC_PDU, metered)).toEqual({
      'rack Phase 1': { 'power_amps.value': 2.7, 'power_badSource.value': 0 },
    });
  });

  const load = (row: number, columns: Readonly<Record<number, number>>) =>
    Object.fromEntries(
      Object.entries(columns).map(([column, value]) => [`${POWERNET}.12.2.3.1.1.${column}.${row}`, value]),
    );

  test('the older tables: phases and banks in one, and no banks in the first versions', () => {
    const older = {
      [`${POWERNET}.12.1.16.0`]: 312,
      ...load(1, { 2: 49, 3: 1, 4: 1, 5: 0 }),
      ...load(2, { 2: 0, 3: 2, 4: 0, 5: 1 }),
      ...load(3, { 2: 47, 3: 4, 4: 0, 5: 2 }),
    };
    expect(stored(APC_PDU_OF_CURRENT, older)).toEqual({
      'rack PDU': { 'power_watts.value': 312 },
      'rack Phase 1': { 'power_amps.value': 4.9, 'power_badSource.value': 0 },
      'rack Bank 1': { 'power_amps.value': 0, 'power_badSource.value': 0 },
      'rack Bank 2': { 'power_amps.value': 4.7, 'power_badSource.value': 1 },
    });
    expect(stored(APC_PDU_OF_CURRENT, load(1, { 2: 28, 3: 1, 4: 1 }))).toEqual({
      'rack Phase 1': { 'power_amps.value': 2.8, 'power_badSource.value': 0 },
    });
    expect(fitting(candidatesFor('1.3.6.1.4.1.318.1.3.4.6'))).not.toContain(APC_PDU_OF_CURRENT);
  });
});

describe('Raritan', () => {
  const root = '1.3.6.1.4.1.13742.6';
  /** Of one table the columns by kind: what is measured, its digits, and whether it is available. */
  const measured = (
    [values, digits]: readonly [values: string, digits: string],
    row: string,
    kinds: Readonly<Record<number, readonly [value: number, digits: number, available?: number]>>,
  ) =>
    Object.fromEntries(
      Object.entries(kinds).flatMap(([kind, [value, behindPoint, available = 1]]) => [
        [`${root}.5.${values}.2.${row}.${kind}`, available],
        [`${root}.5.${values}.4.${row}.${kind}`, value],
        [`${root}.3.${digits}.7.${row}.${kind}`, behindPoint],
      ]),
    );
  const inlet = (kinds: Parameters<typeof measured>[2]) => measured(['2.3.1', '3.4.1'], '1.1', kinds);

  test('each value has the digits that the device names', () => {
    const sent = {
      [`${root}.3.2.1.1.3.1`]: 'PX3-5190R',
      [`${root}.3.2.1.1.4.1`]: 'QMY0000001',
      [`${root}.3.3.3.1.2.1.1`]: 'I1',
      [`${root}.3.3.3.1.3.1.1`]: '',
      ...inlet({ 1: [3497, 3], 4: [209, 0], 5: [673, 0], 15: [1, 0], 23: [600, 1] }),
      ...measured(['2.4.1', '3.6.1'], '1.1.2', { 1: [1512, 3], 4: [2301, 1] }),
      [`${root}.3.4.3.1.2.1.1`]: 'C1',
      [`${root}.3.4.3.1.3.1.1`]: 'Left row',
      ...measured(['3.3.1', '4.4.1'], '1.1', { 1: [0, 3] }),
      [`${root}.5.3.3.1.3.1.1.15`]: 0,
      [`${root}.3.4.3.1.2.1.2`]: 'C2',
      ...measured(['3.3.1', '4.4.1'], '1.2', { 1: [812, 2] }),
      [`${root}.5.3.3.1.3.1.2.15`]: 1,
    };
    expect(stored(RARITAN_PDU, sent)).toEqual({
      'rack Inlet I1': { 'power_amps.value': 3.497, 'power_volts.value': 209, 'power_watts.value': 673 },
      'rack Phase of inlet 1.1.2': { 'power_amps.value': 1.512, 'power_volts.value': 230.1 },
      'rack Left row': { 'power_amps.value': 0, 'power_badSource.value': 1 },
      'rack Circuit C2': { 'power_amps.value': 8.12, 'power_badSource.value': 0 },
    });
    const [first] = snmpDevicesOf(RARITAN_PDU, answersOf(RARITAN_PDU, sent), 'rack', ASKED);
    expect(first?.found.announcement.device).toMatchObject({ model: 'PX3-5190R', serialNumber: 'QMY0000001' });
  });

  test('a value that is not available, or whose digits nobody knows, is unknown', () => {
    const { [`${root}.3.3.4.1.7.1.1.5`]: _digits, ...sent } = inlet({ 1: [3497, 3], 4: [0, 0, 2], 5: [673, 0] });
    expect(stored(RARITAN_PDU, sent)).toEqual({ 'rack Inlet 1.1': { 'power_amps.value': 3.497 } });
    expect(stored(RARITAN_PDU, inlet({ 1: [3497, 3], 5: [673, 400] }))).toEqual({
      'rack Inlet 1.1': { 'power_amps.value': 3.497 },
    });
  });

  test('sensors that are plugged in, each by its kind', () => {
    const sensor = (row: number, kind: number, name: string, more: Readonly<Record<string, number>>) => ({
      [`${root}.3.6.3.1.2.1.${row}`]: kind,
      [`${root}.3.6.3.1.4.1.${row}`]: name,
      [`${root}.5.5.3.1.2.1.${row}`]: 1,
      ...Object.fromEntries(Object.entries(more).map(([column, value]) => [`${root}.${column}.1.${row}`, value])),
    });
    const value = '5.5.3.1.4';
    const state = '5.5.3.1.3';
    const unit = '3.6.3.1.16';
    const digits = '3.6.3.1.17';
    const sent = {
      ...sensor(1, 10, 'Top', { [value]: 229, [unit]: 7, [digits]: 1, [state]: 4 }),
      ...sensor(2, 10, 'Bottom', { [value]: 68, [unit]: 14, [digits]: 0, [state]: 4 }),
      ...sensor(3, 11, 'Air', { [value]: 15, [unit]: 9, [digits]: 0, [state]: 3 }),
      ...sensor(4, 17, 'Floor', { [value]: 0, [state]: 11 }),
      ...sensor(5, 43, 'Front', { [value]: 0, [state]: 1 }),
      ...sensor(6, 18, 'Ceiling', { [value]: 0, [state]: 4 }),
      // On or off of something, and one that is gone.
      ...sensor(7, 14, 'Fan', { [value]: 0, [state]: 7 }),
      ...sensor(8, 10, 'Gone', { [value]: 0, [unit]: 7, [digits]: 1, [state]: -1, '5.5.3.1.2': 2 }),
    };
    expect(stored(RARITAN_PDU, sent)).toEqual({
      'rack Top': { 'environment_temperature.value': 22.9 },
      'rack Bottom': { 'environment_temperature.value': 20 },
      'rack Air': { 'environment_humidity.value': 15 },
      'rack Floor': { 'fluid-Sensor-x_leak.value': 1 },
      'rack Front': { 'door_open.value': 0 },
      'rack Ceiling': { 'smoke_alarm.value': 0 },
    });
  });
});

describe('Server Technology', () => {
  test('Sentry3: each infeed, the neutral without volts, and sensors in the unit that is set', () => {
    const root = '1.3.6.1.4.1.1718.3.2';
    const infeed = (row: string, name: string, [status, load, amps, volts, watts]: readonly number[]) =>
      Object.fromEntries(
        Object.entries({ 3: name, 5: status ?? 0, 6: load ?? 0, 7: amps ?? 0, 11: volts ?? 0, 12: watts ?? 0 }).map(
          ([column, value]) => [`${root}.2.1.${column}.${row}`, value],
        ),
      );
    const sent = {
      [`${root}.1.1.3.1`]: 'TowerA',
      [`${root}.1.1.6.1`]: 'KAXV0000001',
      [`${root}.1.1.7.1`]: 'CS-24V4-P32MA',
      [`${root}.1.1.11.1`]: -1,
      ...infeed('1.1', 'Infeed A', [1, 0, 111, 2300, 147]),
      ...infeed('1.2', 'Infeed B', [0, 1, 0, 0, 0]),
      ...infeed('1.3', 'Infeed C', [1, 5, 3210, 2311, 7100]),
      ...infeed('1.4', 'Neutral', [1, 0, 212, -1, -1]),
      [`${root}.5.1.3.1.1`]: 'Air',
      [`${root}.5.1.4.1.1`]: 0,
      [`${root}.5.1.6.1.1`]: 680,
      [`${root}.5.1.10.1.1`]: 52,
      [`${root}.5.1.13.1.1`]: 1,
      [`${root}.5.1.3.1.2`]: 'Nothing',
      [`${root}.5.1.4.1.2`]: 1,
      [`${root}.5.1.6.1.2`]: -1,
      [`${root}.5.1.10.1.2`]: -1,
      [`${root}.5.1.13.1.2`]: 1,
    };
    expect(stored(SERVER_TECH_3, sent)).toEqual({
      'rack Infeed A': {
        'power_amps.value': 1.11,
        'power_volts.value': 230,
        'power_watts.value': 147,
        'power_badSource.value': 0,
      },
      'rack Infeed B': {
        'power_amps.value': 0,
        'power_volts.value': 0,
        'power_watts.value': 0,
        'power_badSource.value': 1,
      },
      'rack Infeed C': {
        'power_amps.value': 32.1,
        'power_volts.value': 231.1,
        'power_watts.value': 7100,
        'power_badSource.value': 1,
      },
      'rack Neutral': { 'power_amps.value': 2.12, 'power_badSource.value': 0 },
      'rack Air': { 'environment_temperature.value': 20, 'environment_humidity.value': 52 },
    });
    const [first] = snmpDevicesOf(SERVER_TECH_3, answersOf(SERVER_TECH_3, sent), 'rack', ASKED);
    expect(first?.found.announcement.device).toMatchObject({ model: 'CS-24V4-P32MA', serialNumber: 'KAXV0000001' });
  });

  test('Sentry4: cords, lines, phases and branches, and a place without a sensor', () => {
    const root = '1.3.6.1.4.1.1718.4.1';
    const sent = {
      [`${root}.2.2.1.4.1`]: 'SN1',
      [`${root}.3.2.1.3.1.1`]: 'Cord A',
      [`${root}.3.3.1.2.1.1`]: 0,
      [`${root}.3.3.1.3.1.1`]: 1701,
      [`${root}.4.2.1.4.1.1.1`]: 'AA:L1',
      [`${root}.4.3.1.2.1.1.1`]: 17,
      [`${root}.4.3.1.3.1.1.1`]: 560,
      [`${root}.5.2.1.4.1.1.1`]: 'AA:L1-L2',
      [`${root}.5.3.1.2.1.1.1`]: 0,
      [`${root}.5.3.1.3.1.1.1`]: 2079,
      [`${root}.5.3.1.6.1.1.1`]: 209,
      [`${root}.5.3.1.8.1.1.1`]: 415,
      [`${root}.7.2.1.4.1.1.1`]: 'AA:BR1',
      [`${root}.7.3.1.2.1.1.1`]: 12,
      [`${root}.7.3.1.3.1.1.1`]: -1,
      [`${root}.9.1.10.0`]: 0,
      [`${root}.9.2.1.3.1.1`]: 'Empty',
      [`${root}.9.3.1.1.1.1`]: -410,
      [`${root}.9.3.1.2.1.1`]: 0,
      [`${root}.9.2.1.3.1.2`]: 'Cold store',
      [`${root}.9.3.1.1.1.2`]: -1,
      [`${root}.9.3.1.2.1.2`]: 14,
      [`${root}.10.2.1.3.1.2`]: 'Humidity',
      [`${root}.10.3.1.1.1.2`]: 37,
      [`${root}.10.3.1.2.1.2`]: 7,
      [`${root}.11.2.1.3.1.1`]: 'Floor',
      [`${root}.11.3.1.1.1.1`]: 18,
    };
    expect(stored(SERVER_TECH_4, sent)).toEqual({
      'rack Cord A': { 'power_watts.value': 1701, 'power_badSource.value': 0 },
      'rack AA:L1': { 'power_amps.value': 5.6, 'power_badSource.value': 0 },
      'rack AA:L1-L2': {
        'power_volts.value': 207.9,
        'power_amps.value': 2.09,
        'power_watts.value': 415,
        'power_badSource.value': 0,
      },
      'rack AA:BR1': { 'power_badSource.value': 1 },
      'rack Cold store': { 'environment_temperature.value': -0.1 },
      'rack Floor': { 'fluid-Sensor-x_leak.value': 1 },
    });
  });
});

test('Vertiv Geist: tenths of volts, hundredths of amps, and the sensors at the PDU', () => {
  const root = '1.3.6.1.4.1.21239.5.2';
  const sent = {
    [`${root}.1.7.0`]: 0,
    [`${root}.1.8.0`]: 'MG02E4W1',
    [`${root}.1.10.0`]: 'ZY00000001',
    [`${root}.3.1.1.4.1`]: 'Rack 7',
    [`${root}.3.1.1.5.1`]: 1,
    [`${root}.3.1.1.9.1`]: 1017,
    [`${root}.3.2.1.3.1`]: 'Phase A',
    [`${root}.3.2.1.4.1`]: 2350,
    [`${root}.3.2.1.8.1`]: 95,
    [`${root}.3.2.1.12.1`]: 198,
    [`${root}.3.3.1.3.1`]: 'Circuit 1',
    [`${root}.3.3.1.4.1`]: 42,
    [`${root}.3.4.1.4.1`]: 1255,
    [`${root}.4.1.3.1`]: 'Air',
    [`${root}.4.1.4.1`]: 1,
    [`${root}.4.1.5.1`]: 770,
  };
  expect(stored(VERTIV_PDU, sent)).toEqual({
    'rack Rack 7': { 'power_watts.value': 1017 },
    'rack Phase A': { 'power_volts.value': 235, 'power_amps.value': 0.95, 'power_watts.value': 198 },
    'rack Circuit 1': { 'power_amps.value': 0.42 },
    'rack Line 1': { 'power_amps.value': 12.55 },
    'rack Air': { 'environment_temperature.value': 25 },
  });
  const devices = snmpDevicesOf(VERTIV_PDU, answersOf(VERTIV_PDU, sent), 'rack', ASKED);
  expect(devices[1]?.found.announcement.device).toMatchObject({ model: 'MG02E4W1', serialNumber: 'ZY00000001' });
});

test('Eaton: thousandths of volts and amps; a breaker that is off and a load above its limit are bad sources', () => {
  const root = '1.3.6.1.4.1.534.6.6.7';
  const sent = {
    [`${root}.1.2.1.3.0`]: 'EMA114-10',
    [`${root}.1.2.1.4.0`]: 'H600000000',
    [`${root}.3.1.1.10.0.1`]: 'Feed A',
    [`${root}.3.5.1.4.0.1`]: 1584,
    [`${root}.3.2.1.3.0.1.1`]: 118_450,
    [`${root}.3.3.1.4.0.1.1`]: 14_108,
    [`${root}.3.3.1.5.0.1.1`]: 3,
    [`${root}.5.1.1.3.0.1`]: 'Section 1',
    [`${root}.5.1.1.5.0.1`]: 2,
    [`${root}.5.3.1.3.0.1`]: -1,
    [`${root}.5.4.1.3.0.1`]: 0,
    [`${root}.5.4.1.4.0.1`]: 0,
    [`${root}.5.5.1.3.0.1`]: 0,
    [`${root}.5.1.1.3.0.2`]: 'Section 2',
    [`${root}.5.1.1.5.0.2`]: 1,
    [`${root}.5.4.1.3.0.2`]: 16_400,
    [`${root}.5.4.1.4.0.2`]: 4,
  };
  expect(stored(EATON_PDU, sent)).toEqual({
    'rack Feed A': { 'power_watts.value': 1584 },
    'rack Voltage of input 0.1.1': { 'power_volts.value': 118.45 },
    'rack Current of input 0.1.1': { 'power_amps.value': 14.108, 'power_badSource.value': 0 },
    'rack Section 1': { 'power_amps.value': 0, 'power_watts.value': 0, 'power_badSource.value': 1 },
    'rack Section 2': { 'power_amps.value': 16.4, 'power_badSource.value': 1 },
  });
  const [first] = snmpDevicesOf(EATON_PDU, answersOf(EATON_PDU, sent), 'rack', ASKED);
  expect(first?.found.announcement.device).toMatchObject({ model: 'EMA114-10', serialNumber: 'H600000000' });
});

test.each([
  ['more amps than there can be', '6.3.1.5.1', 10_001],
  ['amps below zero', '6.3.1.5.1', -2],
  ['more volts than there can be', '6.3.1.6.1', 2420],
  ['a counter of watts', '6.3.1.7.1', 'counter' as const],
  ['watts as a text', '6.3.1.7.1', '114'],
])('%s: refused', (_name, column, value) => {
  const oid = `${POWERNET}.26.${column}`;
  expect(Object.values(stored(APC_PDU, { [oid]: value })['rack Phase 1'] ?? {})).toEqual([undefined]);
});
