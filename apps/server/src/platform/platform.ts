/** What every verb gets with its context: the outside world, as arguments. */
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { PubSub } from './wake.ts';

export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Database;
  readonly keys: Keys;
  readonly log: Log;
  /** What a person at the machine reads; never the log, which others read too. */
  readonly terminal: (line: string) => void;
  /** Tells every server process that committed events wait to be delivered. */
  readonly pubSub: PubSub;
}
