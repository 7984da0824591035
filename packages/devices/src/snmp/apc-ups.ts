/** PowerNet-MIB: a UPS of APC. */
import { charge, flag, load, type Profile, temperature, volts } from './device-profile.ts';

const UPS = '1.3.6.1.4.1.318.1.1.1';
/** unknown, normal, low, at fault. */
const BATTERY_STATUS = `${UPS}.2.1.1`;
/**
 * 1 unknown, 2 on line, 3 on battery, 4 boost, 6 and 9 bypass, 7 off, 10 bypass after a failure, 12 trim, 13 and 18 save power,
 * 14 stand by, 15 test of the battery, 16 emergency bypass, 20 e-conversion; others sleep, restart or discharge for a utility.
 */
const OUTPUT_STATUS = `${UPS}.4.1.1`;

export const APC_UPS: Profile = {
  id: 'apc-ups',
  name: 'APC PowerNet UPS',
  maker: 'APC',
  objectIds: ['1.3.6.1.4.1.318'],
  probe: OUTPUT_STATUS,
  subject: 'UPS',
  parts: [
    {
      id: 'ups',
      name: 'UPS',
      hasRows: false,
      model: `${UPS}.1.1.1`,
      fields: [
        flag('on_battery', 'On battery', 'on_battery', [
          { oid: OUTPUT_STATUS, on: [3], off: [2, 4, 6, 9, 10, 12, 13, 14, 15, 16, 18, 20] },
        ]),
        flag('bad_source', 'Battery or output at fault', 'bad_source', [
          { oid: BATTERY_STATUS, on: [3, 4], off: [2] },
          { oid: OUTPUT_STATUS, on: [7, 10, 16], off: [] },
        ]),
        charge('charge', 'Battery charge', `${UPS}.2.2.1`),
        volts('input_voltage', 'Input voltage', `${UPS}.3.2.1`),
        // A battery is warmer than the room.
        temperature('battery_temperature', 'Battery temperature', `${UPS}.2.2.2`, { category: 'diagnostic' }),
        load('load', 'Load', `${UPS}.4.2.3`, { category: 'diagnostic' }),
      ],
    },
  ],
};
