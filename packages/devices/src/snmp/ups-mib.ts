/** UPS-MIB (RFC 1628): what UPSes of many makers answer. Of several lines, the first is read. */
import { charge, flag, load, type Profile, seconds, temperature, volts } from './device-profile.ts';

const MIB = '1.3.6.1.2.1.33.1';
/** unknown, normal, low, depleted. */
const BATTERY_STATUS = `${MIB}.2.1`;
/** other, none, normal, bypass, battery, booster, reducer. */
const OUTPUT_SOURCE = `${MIB}.4.1`;

export const UPS_MIB: Profile = {
  id: 'ups-mib',
  name: 'UPS-MIB (RFC 1628)',
  maker: null,
  objectIds: [],
  probe: BATTERY_STATUS,
  subject: 'UPS',
  parts: [
    {
      id: 'ups',
      name: 'UPS',
      hasRows: false,
      model: `${MIB}.1.2`,
      fields: [
        flag('on_battery', 'On battery', 'on_battery', [{ oid: OUTPUT_SOURCE, on: [5], off: [3, 4, 6, 7] }]),
        flag('bad_source', 'Battery or output at fault', 'bad_source', [
          { oid: BATTERY_STATUS, on: [3, 4], off: [2] },
          { oid: OUTPUT_SOURCE, on: [2], off: [] },
        ]),
        charge('charge', 'Battery charge', `${MIB}.2.4`),
        volts('battery_voltage', 'Battery voltage', `${MIB}.2.5`, {
          scale: 0.1,
          category: 'diagnostic',
          // Some send 0 where they do not measure it.
          noValues: [0],
        }),
        volts('input_voltage', 'Input voltage', `${MIB}.3.3.1.3`),
        // A battery is warmer than the room.
        temperature('battery_temperature', 'Battery temperature', `${MIB}.2.7`, { category: 'diagnostic' }),
        load('load', 'Load', `${MIB}.4.4.1.5`, { category: 'diagnostic' }),
        seconds('seconds_on_battery', 'Seconds on battery', `${MIB}.2.2`, { category: 'diagnostic' }),
      ],
    },
  ],
};
