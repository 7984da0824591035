/** EATON-EPDU-MIB: rack PDUs of Eaton (G3). Millivolts, milliamps, watts; a negative number is none. */
import { amps, flag, type Profile, volts, watts } from './device-profile.ts';

const EPDU = '1.3.6.1.4.1.534.6.6.7';
const UNIT = `${EPDU}.1.2.1`;
const INPUT = `${EPDU}.3`;
const GROUP = `${EPDU}.5`;
const IDENT = { model: `${UNIT}.3`, serial: `${UNIT}.4` };
const THOUSANDTHS = { scale: 0.001 };
/** Good, and above or below the limits that are set at the device: 2 and 4 are the critical ones. */
const TOO_MUCH = { on: [4], off: [0, 1, 2, 3] };

/** Volts, amps and watts of an input are separate tables, and nothing says which rows of them belong together. */
export const EATON_PDU: Profile = {
  id: 'eaton-epdu',
  name: 'Eaton ePDU G3',
  maker: 'Eaton',
  objectIds: [EPDU],
  probe: `${INPUT}.3.1.4`,
  subject: 'PDU',
  parts: [
    {
      id: 'input',
      name: 'Input',
      hasRows: true,
      label: `${INPUT}.1.1.10`,
      ...IDENT,
      fields: [watts('power', 'Power', `${INPUT}.5.1.4`)],
    },
    {
      id: 'input-voltage',
      name: 'Voltage of input',
      hasRows: true,
      ...IDENT,
      fields: [volts('voltage', 'Voltage', `${INPUT}.2.1.3`, THOUSANDTHS)],
    },
    {
      id: 'input-current',
      name: 'Current of input',
      hasRows: true,
      ...IDENT,
      fields: [
        amps('current', 'Current', `${INPUT}.3.1.4`, THOUSANDTHS),
        flag('overload', 'Overload', 'bad_source', [{ oid: `${INPUT}.3.1.5`, ...TOO_MUCH }]),
      ],
    },
    {
      id: 'group',
      name: 'Group',
      hasRows: true,
      label: `${GROUP}.1.1.3`,
      ...IDENT,
      fields: [
        volts('voltage', 'Voltage', `${GROUP}.3.1.3`, THOUSANDTHS),
        amps('current', 'Current', `${GROUP}.4.1.3`, THOUSANDTHS),
        watts('power', 'Power', `${GROUP}.5.1.3`),
        flag('bad_source', 'Breaker, fuse or overload', 'bad_source', [
          { oid: `${GROUP}.1.1.5`, on: [2], off: [1] },
          { oid: `${GROUP}.4.1.4`, ...TOO_MUCH },
        ]),
      ],
    },
  ],
};
