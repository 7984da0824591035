/** Days of usage are days of UTC. */
import type { Millis } from '@picket/domain/time';

export const DAY: Millis = 86_400_000;

export const dayOf = (at: Millis): string => new Date(at).toISOString().slice(0, 10);
