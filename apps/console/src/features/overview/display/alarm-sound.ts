/** Repeats two tones while an alert on a wall display is unacknowledged. */
import { useEffect } from 'react';

const EVERY_MS = 4000;

function tone(context: AudioContext, frequency: number, at: number): void {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.25, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.4);
}

/** `context`: made by a press, since browsers let no page sound before one; null: silent. */
export function useAlarmSound(context: AudioContext | null, isNeeded: boolean): void {
  useEffect(() => {
    if (context === null || !isNeeded) return;
    const ring = (): void => {
      tone(context, 880, context.currentTime);
      tone(context, 660, context.currentTime + 0.4);
    };
    ring();
    const timer = setInterval(ring, EVERY_MS);
    return () => clearInterval(timer);
  }, [context, isNeeded]);
}
