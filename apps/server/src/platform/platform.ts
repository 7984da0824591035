/** What every handler gets with its context: the outside world, as arguments. */
import type { Clock } from './clock/clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { Keys } from './keys/keys.ts';
import type { Log } from './logging/log.ts';
import type { PubSub } from './pubsub/pub-sub.ts';
import type { InstallationSettings } from './settings/installation-settings.ts';

export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Database;
  readonly keys: Keys;
  readonly log: Log;
  /** Prints a line for the operator at the terminal; never in the log, which others read too. */
  readonly terminal: (line: string) => void;
  /** Notifies every server process, for example of committed events. */
  readonly pubSub: PubSub;
  /** What can be set while it runs: the mail server, the address of the heartbeat. */
  readonly settings: InstallationSettings;
}
