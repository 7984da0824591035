/** PowerNet-MIB: the probes at a card of APC with its environmental monitor (iem). */
import { humidity, type Profile, temperature } from './device-profile.ts';

const PROBE = '1.3.6.1.4.1.318.1.1.10.2.3.2.1';

export const APC_PROBES: Profile = {
  id: 'apc-iem',
  name: 'APC PowerNet probes',
  maker: 'APC',
  objectIds: ['1.3.6.1.4.1.318'],
  probe: `${PROBE}.3`,
  subject: null,
  parts: [
    {
      id: 'probe',
      name: 'Probe',
      hasRows: true,
      label: `${PROBE}.2`,
      presence: { oid: `${PROBE}.3`, present: [2] },
      fields: [
        temperature('temperature', 'Temperature', `${PROBE}.4`, {
          fahrenheit: { oid: `${PROBE}.5`, celsius: 1, fahrenheit: 2 },
        }),
        // A probe that does not measure it sends 0.
        humidity('humidity', 'Humidity', `${PROBE}.6`, { noValues: [0] }),
      ],
    },
  ],
};
