/** The recognized formats, in the order in which they are asked: the first that understands a message reads it. */
import { CHIRPSTACK } from './chirpstack.ts';
import type { Format } from './format.ts';
import { FRIGATE } from './frigate.ts';
import { RUUVI_GATEWAY } from './ruuvi-gateway.ts';
import { SHELLY_GEN1 } from './shelly-gen1.ts';
import { SHELLY_GEN2 } from './shelly-gen2.ts';
import { TASMOTA } from './tasmota.ts';
import { THEENGS } from './theengs.ts';
import { THINGS_STACK } from './things-stack.ts';

export const FORMATS: readonly Format[] = [
  TASMOTA,
  SHELLY_GEN1,
  SHELLY_GEN2,
  THEENGS,
  RUUVI_GATEWAY,
  CHIRPSTACK,
  THINGS_STACK,
  FRIGATE,
];

/** The topics of all of them. */
export const FORMAT_FILTERS: readonly string[] = FORMATS.flatMap(({ filters }) => filters);
