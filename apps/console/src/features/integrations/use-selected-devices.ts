import { useState } from 'react';
import { isAdoptable, MAX_SELECTED } from './adopt-several.ts';
import type { Discovered } from './use-discovered.ts';

/** Which of the listed devices are selected to be adopted together. One that is not listed any more, or adopted meanwhile, is not. */
export function useSelectedDevices(devices: readonly Discovered[]) {
  const [guids, setGuids] = useState<ReadonlySet<string>>(new Set());
  const adoptable = devices.filter(isAdoptable);
  const selected = adoptable.filter(({ guid }) => guids.has(guid));
  const toggle = (device: Discovered): void => {
    const others = selected.map(({ guid }) => guid).filter((guid) => guid !== device.guid);
    setGuids(new Set(guids.has(device.guid) ? others : [...others, device.guid]));
  };
  const selectAll = (isWanted: boolean): void =>
    setGuids(new Set(isWanted ? adoptable.slice(0, MAX_SELECTED).map(({ guid }) => guid) : []));
  return { adoptable, selected, toggle, selectAll };
}

export type SelectedDevices = ReturnType<typeof useSelectedDevices>;
