/** The sound of the wall display of this page. */
import { useEffect, useSyncExternalStore } from 'react';
import { DisplaySound, type SoundState } from './display-sound.ts';
import { isSoundPermitted } from './sound-permitted.ts';

const sound = new DisplaySound({ storage: localStorage, make: () => new AudioContext(), permits: isSoundPermitted });

export interface Sound {
  readonly state: SoundState;
  /** What plays the sound; null: it is silent. */
  readonly context: AudioContext | null;
  readonly turnOn: () => void;
  readonly turnOff: () => void;
}

export function useDisplaySound(): Sound {
  const state = useSyncExternalStore(sound.subscribe, sound.state);
  useEffect(sound.restore, []);
  return { state, context: sound.context(), turnOn: sound.turnOn, turnOff: sound.turnOff };
}
