/**
 * PowerNet-MIB: rack PDUs of APC. Newer ones answer rPDU2 and the older tables: tenths of amps, hundredths of kW.
 * What a model does not measure is -1.
 */
import { amps, flag, humidity, type Part, type Profile, temperature, volts, watts } from './device-profile.ts';

const POWERNET = '1.3.6.1.4.1.318';
const RPDU2 = `${POWERNET}.1.1.26`;
const IDENT = `${RPDU2}.2.1`;
const DEVICE = `${RPDU2}.4.3.1`;
const PHASE = `${RPDU2}.6.3.1`;
const BANK = `${RPDU2}.8.3.1`;
const SENSOR = `${RPDU2}.10.2.2.1`;
const TENTHS = { scale: 0.1 };
const HUNDREDTHS_OF_KW = { scale: 10 };

/** 1 and 2 are low and normal, in the older table the other way round; 3 near the limit, 4 above it, 5 not measured. */
const overloaded = (oid: string) => flag('overload', 'Overload', 'bad_source', [{ oid, on: [4], off: [1, 2, 3] }]);

export const APC_PDU: Profile = {
  id: 'apc-rpdu2',
  name: 'APC rack PDU',
  maker: 'APC',
  objectIds: [POWERNET],
  probe: `${PHASE}.5`,
  subject: 'PDU',
  parts: [
    {
      id: 'pdu',
      name: 'PDU',
      hasRows: true,
      label: `${DEVICE}.3`,
      model: `${IDENT}.8`,
      serial: `${IDENT}.9`,
      fields: [watts('power', 'Power', `${DEVICE}.5`, HUNDREDTHS_OF_KW), overloaded(`${DEVICE}.4`)],
    },
    {
      id: 'phase',
      name: 'Phase',
      hasRows: true,
      number: `${PHASE}.3`,
      fields: [
        amps('current', 'Current', `${PHASE}.5`, TENTHS),
        volts('voltage', 'Voltage', `${PHASE}.6`),
        watts('power', 'Power', `${PHASE}.7`, HUNDREDTHS_OF_KW),
        overloaded(`${PHASE}.4`),
      ],
    },
    {
      id: 'bank',
      name: 'Bank',
      hasRows: true,
      number: `${BANK}.3`,
      fields: [amps('current', 'Current', `${BANK}.5`, TENTHS), overloaded(`${BANK}.4`)],
    },
    {
      id: 'sensor',
      name: 'Sensor',
      hasRows: true,
      label: `${SENSOR}.3`,
      // 1 not installed, 2 connected, 3 lost.
      presence: { oid: `${SENSOR}.6`, present: [2] },
      fields: [
        // -1 where there is none: a tenth below zero is unknown.
        temperature('temperature', 'Temperature', `${SENSOR}.8`, TENTHS),
        // One that does not measure it is believed to send 0, as other probes of APC do.
        humidity('humidity', 'Humidity', `${SENSOR}.10`, { noValues: [0] }),
      ],
    },
  ],
};

const RPDU = `${POWERNET}.1.1.12`;
const LOAD = `${RPDU}.2.3.1.1`;
const BANK_NUMBER = `${LOAD}.5`;
const MAX_BANKS = 24;

/** Phases and banks stand in one table: a phase has the bank 0. */
const load = (id: string, name: string, number: string, ofKind: Part['ofKind']): Part => ({
  id,
  name,
  hasRows: true,
  number,
  ...(ofKind === undefined ? {} : { ofKind }),
  fields: [amps('current', 'Current', `${LOAD}.2`, TENTHS), overloaded(`${LOAD}.3`)],
});

/** Older ones, of which most measure currents alone. */
export const APC_PDU_OF_CURRENT: Profile = {
  id: 'apc-rpdu',
  name: 'APC rack PDU, older',
  maker: 'APC',
  objectIds: [POWERNET],
  probe: `${LOAD}.2`,
  subject: 'PDU',
  parts: [
    {
      id: 'pdu',
      name: 'PDU',
      hasRows: false,
      model: `${RPDU}.1.5`,
      serial: `${RPDU}.1.6`,
      fields: [watts('power', 'Power', `${RPDU}.1.16`)],
    },
    load('phase', 'Phase', `${LOAD}.4`, { oid: BANK_NUMBER, present: [0], orMissing: true }),
    load('bank', 'Bank', BANK_NUMBER, {
      oid: BANK_NUMBER,
      present: Array.from({ length: MAX_BANKS }, (_none, index) => index + 1),
    }),
  ],
};
