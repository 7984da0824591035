/**
 * Readings for consoles that are open at another server process. A process with open consoles says every little while for
 * which organisations; the others send it what they store for those, in messages over Postgres, and nothing while nobody
 * asks. A message may be lost: the next reading says more than the lost one did.
 */
import { StreamEvent, type StreamEventOut } from '@picket/contracts';
import { z } from 'zod';
import { LONGEST_MESSAGE, newGuid, type Wake } from '../../platform/index.ts';

const SAY_EVERY_MS = 1000;
/** Interest that is not said again is over. */
const BELIEVED_MS = 3500;
const GATHER_MS = 20;
/** What waits beyond this is dropped, oldest first: the database has better things to do. */
const MOST_WAITING = 5000;

const Interest = z.object({ from: z.string(), tenants: z.array(z.string()) });
const Relayed = z.object({
  from: z.string(),
  events: z.array(z.object({ tenant: z.string(), event: StreamEvent })),
});

export type ReadingEvent = Extract<StreamEventOut, { readonly type: 'reading' }>;

export interface RelayedReading {
  readonly tenant: string;
  readonly event: ReadingEvent;
}

export interface ReadingRelay {
  /** Whether a console of that organisation is open at another process. */
  wants(tenant: string): boolean;
  send(reading: RelayedReading): void;
  /** The consoles here have changed. */
  sayInterest(): void;
  close(): void;
}

/** `tenantsHere`: whose consoles are open here. `onReading`: one arrived from another process. */
export function createReadingRelay(
  wake: Wake,
  tenantsHere: () => readonly string[],
  onReading: (reading: RelayedReading) => void,
): ReadingRelay {
  const me = newGuid();
  const others = new Map<string, { readonly tenants: ReadonlySet<string>; readonly until: number }>();
  let waiting: RelayedReading[] = [];
  let gathering: NodeJS.Timeout | null = null;
  let said = false;

  const sayInterest = (): void => {
    const tenants = tenantsHere();
    // The last word of a process is that nobody is there any more.
    if (tenants.length === 0 && !said) return;
    said = tenants.length > 0;
    wake.tell('interest', JSON.stringify({ from: me, tenants }));
  };
  const saying = setInterval(sayInterest, SAY_EVERY_MS);
  const stopInterest = wake.onTold('interest', (message) => {
    const { data } = Interest.safeParse(parsed(message));
    if (data === undefined || data.from === me) return;
    others.set(data.from, { tenants: new Set(data.tenants), until: performance.now() + BELIEVED_MS });
  });
  const stopReadings = wake.onTold('readings', (message) => {
    const { data } = Relayed.safeParse(parsed(message));
    if (data === undefined || data.from === me) return;
    for (const { tenant, event } of data.events) if (event.type === 'reading') onReading({ tenant, event });
  });

  const flush = (): void => {
    gathering = null;
    const start = `{"from":"${me}","events":[`;
    let held: string[] = [];
    let bytes = start.length + 2;
    const tell = (): void => {
      if (held.length > 0) wake.tell('readings', `${start}${held.join(',')}]}`);
      held = [];
      bytes = start.length + 2;
    };
    for (const reading of waiting.flatMap(inParts)) {
      const text = JSON.stringify(reading);
      const length = Buffer.byteLength(text) + 1;
      if (bytes + length > LONGEST_MESSAGE) tell();
      held.push(text);
      bytes += length;
    }
    tell();
    waiting = [];
  };

  return {
    wants: (tenant) => {
      const now = performance.now();
      for (const [process, { tenants, until }] of others) {
        if (until < now) others.delete(process);
        else if (tenants.has(tenant)) return true;
      }
      return false;
    },
    send: (reading) => {
      if (waiting.length >= MOST_WAITING) waiting.shift();
      waiting.push(reading);
      gathering ??= setTimeout(flush, GATHER_MS);
    },
    sayInterest,
    close: () => {
      clearInterval(saying);
      if (gathering) clearTimeout(gathering);
      stopInterest();
      stopReadings();
    },
  };
}

/** So many columns fit into a message whatever their names are. */
const COLUMNS_AT_ONCE = 20;

function inParts({ tenant, event }: RelayedReading): readonly RelayedReading[] {
  if (event.readings.length <= COLUMNS_AT_ONCE) return [{ tenant, event }];
  const parts: RelayedReading[] = [];
  for (let begin = 0; begin < event.readings.length; begin += COLUMNS_AT_ONCE)
    parts.push({ tenant, event: { ...event, readings: event.readings.slice(begin, begin + COLUMNS_AT_ONCE) } });
  return parts;
}

function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return null;
  }
}
