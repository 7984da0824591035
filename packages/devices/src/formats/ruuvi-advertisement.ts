/**
 * What a sensor of Ruuvi says in its Bluetooth advertisement, as bytes: formats 3 and 5 of the RuuviTag, 6 and E1 of the Ruuvi Air.
 * All numbers are big-endian; each format has a value that stands for "not measured". Pure.
 */

/** In °C, %, hPa, V, µg/m³, ppm and lx; null: the sensor says that it does not know. What a format does not have is missing. */
export interface RuuviMeasurement {
  readonly model: 'RuuviTag' | 'Ruuvi Air';
  readonly values: Readonly<Partial<Record<(typeof RUUVI_VALUES)[number], number | null>>>;
}

export const RUUVI_VALUES = ['tempc', 'hum', 'pres', 'volt', 'pm25', 'co2', 'lux'] as const;

/** The longest that the extended advertisements of Bluetooth 5 can be, with a reserve. */
const MAX_HEX = 1024;
const HEX = /^(?:[0-9A-F]{2})+$/iu;
const MANUFACTURER_DATA = 0xff;
/** Ruuvi's number as it is sent: low byte first. */
const RUUVI = [0x99, 0x04] as const;

const NOT_MEASURED_SIGNED = -0x8000;
const NOT_MEASURED = 0xffff;
const PRESSURE_OFFSET_PA = 50_000;

/** null: no advertisement of a known format. */
export function readRuuviAdvertisement(hex: string): RuuviMeasurement | null {
  const data = manufacturerData(hex);
  const read = data === null ? undefined : READERS.get(data.getUint8(0));
  return data === null || read === undefined || data.byteLength < read.bytes ? null : read.measurement(data);
}

/** An advertisement is a row of structures: length, type, content. */
function manufacturerData(hex: string): DataView | null {
  if (hex.length > MAX_HEX || !HEX.test(hex)) return null;
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
  for (let at = 0; at + 1 < bytes.length; ) {
    const end = at + 1 + (bytes[at] ?? 0);
    const isRuuvi = bytes[at + 1] === MANUFACTURER_DATA && bytes[at + 2] === RUUVI[0] && bytes[at + 3] === RUUVI[1];
    if (isRuuvi && end <= bytes.length && end > at + 4) return new DataView(bytes.buffer, at + 4, end - at - 4);
    at = end;
  }
  return null;
}

interface Reader {
  readonly bytes: number;
  readonly measurement: (data: DataView) => RuuviMeasurement;
}

const READERS: ReadonlyMap<number, Reader> = new Map([
  [0x03, { bytes: 14, measurement: readFormat3 }],
  [0x05, { bytes: 24, measurement: readFormat5 }],
  [0x06, { bytes: 20, measurement: readFormat6 }],
  [0xe1, { bytes: 40, measurement: readFormatE1 }],
]);

/** It has nothing that stands for "not measured". */
function readFormat3(data: DataView): RuuviMeasurement {
  const whole = data.getUint8(2);
  const degrees = (whole & 0x7f) + data.getUint8(3) / 100;
  return {
    model: 'RuuviTag',
    values: {
      tempc: rounded((whole & 0x80) === 0 ? degrees : -degrees),
      hum: data.getUint8(1) / 2,
      pres: (data.getUint16(4) + PRESSURE_OFFSET_PA) / 100,
      volt: data.getUint16(12) / 1000,
    },
  };
}

/** Temperature, humidity and pressure stand at the same place in all later formats. */
const air = (data: DataView) => ({
  tempc: scaled(data.getInt16(1), NOT_MEASURED_SIGNED, 0.005),
  hum: scaled(data.getUint16(3), NOT_MEASURED, 0.0025),
  pres: scaled(data.getUint16(5), NOT_MEASURED, 0.01, PRESSURE_OFFSET_PA / 100),
});

function readFormat5(data: DataView): RuuviMeasurement {
  // Eleven bits of millivolts above 1.6 V, five of the transmitter's power.
  const volt = scaled(data.getUint16(13) >> 5, 0x7ff, 0.001, 1.6);
  return { model: 'RuuviTag', values: { ...air(data), volt } };
}

/** Of light, the logarithm in a byte. */
const LUX_STEP = Math.log(65_536) / 254;

function readFormat6(data: DataView): RuuviMeasurement {
  const light = data.getUint8(13);
  return {
    model: 'Ruuvi Air',
    values: {
      ...air(data),
      pm25: scaled(data.getUint16(7), NOT_MEASURED, 0.1),
      co2: scaled(data.getUint16(9), NOT_MEASURED, 1),
      lux: light === 0xff ? null : rounded(Math.exp(light * LUX_STEP) - 1),
    },
  };
}

function readFormatE1(data: DataView): RuuviMeasurement {
  const light = (data.getUint16(19) << 8) | data.getUint8(21);
  return {
    model: 'Ruuvi Air',
    values: {
      ...air(data),
      pm25: scaled(data.getUint16(9), NOT_MEASURED, 0.1),
      co2: scaled(data.getUint16(15), NOT_MEASURED, 1),
      lux: scaled(light, 0xff_ffff, 0.01),
    },
  };
}

const scaled = (raw: number, notMeasured: number, scale: number, offset = 0): number | null =>
  raw === notMeasured ? null : rounded(raw * scale + offset);

/** Without the last bits of a product. */
const rounded = (value: number): number => Number(value.toFixed(4));
