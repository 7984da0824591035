/** A request of an example in the API document, and who sends it. */
import type { Prepared } from './access-clips.ts';
import type { Device, Session } from './harness.ts';

export interface ExampleRequest extends Omit<Prepared, 'query'> {
  readonly query?: Readonly<Record<string, string>>;
  /** Left out: a caller whom the row admits. */
  readonly as?: Session | Device | undefined;
}
