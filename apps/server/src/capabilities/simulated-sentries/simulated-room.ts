/** The rooms of simulated sentries: a server room each, somewhat different by its seed. Pure. */
import type { RoomTraits } from '@picket/domain/room-model';

const FLUID_MODEL = 'FX2';

/** The fluid sensor on the floor of the room. */
export const simulatedFluidSensor = (seed: number): { readonly model: string; readonly serialNumber: string } => ({
  model: FLUID_MODEL,
  serialNumber: `S${seed}`,
});

export function simulatedRoom(seed: number): RoomTraits {
  const { model, serialNumber } = simulatedFluidSensor(seed);
  return {
    seed,
    temperature: 22 + (seed % 20) / 10,
    humidity: 42 + (seed % 7),
    daily: 0.6,
    cooling: 0.35,
    hasThermal: true,
    hasMotion: true,
    hasPower: true,
    fluidSensors: [`${model}-${serialNumber}`],
  };
}
