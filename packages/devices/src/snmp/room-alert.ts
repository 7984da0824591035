/** Room Alert 3E and 12E of AVTECH: hundredths of a degree, whatever unit is shown at the device. */
import { humidity, type Part, type Profile, temperature } from './device-profile.ts';

const AVTECH = '1.3.6.1.4.1.20916';
const PRODUCTS = `${AVTECH}.1`;
const HUNDREDTHS = { scale: 0.01 };

const internal = (oid: string): Part => ({
  id: 'internal',
  name: 'Internal sensor',
  hasRows: false,
  label: `${oid}.3`,
  fields: [temperature('temperature', 'Temperature', `${oid}.1`, HUNDREDTHS)],
});

/** A place where a probe can be plugged in; an empty one is believed to send 0 for everything. */
const external = (id: string, name: string, oid: string, label: string, hasHumidity: boolean): Part => ({
  id,
  name,
  hasRows: false,
  label,
  fields: [
    temperature('temperature', 'Temperature', `${oid}.1`, { ...HUNDREDTHS, noValues: [0] }),
    ...(hasHumidity ? [humidity('humidity', 'Humidity', `${oid}.3`, { ...HUNDREDTHS, noValues: [0] })] : []),
  ],
});

export const ROOM_ALERT_3E: Profile = {
  id: 'room-alert-3e',
  name: 'Room Alert 3E',
  maker: 'AVTECH',
  objectIds: [AVTECH],
  probe: `${PRODUCTS}.9.1.1.1.1`,
  subject: null,
  parts: [
    internal(`${PRODUCTS}.9.1.1.1`),
    external('external-1', 'External sensor', `${PRODUCTS}.9.1.1.2`, `${PRODUCTS}.9.1.1.2.6`, true),
  ],
};

const SENSORS_12E = `${PRODUCTS}.10.1`;

export const ROOM_ALERT_12E: Profile = {
  id: 'room-alert-12e',
  name: 'Room Alert 12E',
  maker: 'AVTECH',
  objectIds: [AVTECH],
  probe: `${SENSORS_12E}.1.1`,
  subject: null,
  parts: [
    internal(`${SENSORS_12E}.1`),
    // Its third value is humidity, volts or a state, by the probe that is plugged in: it is not read.
    ...[1, 2, 3].map((place) =>
      external(
        `external-${place}`,
        `External sensor ${place}`,
        `${SENSORS_12E}.${place + 1}`,
        `${SENSORS_12E}.${place + 1}.8`,
        false,
      ),
    ),
  ],
};
