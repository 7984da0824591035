/** What a mail server did for one mail, with times: by what the mail client logs, which is the only place it says so. */
import type { MailStage } from '@picket/domain/mail-servers';

export interface ReachedStage {
  readonly stage: MailStage;
  /** Since the stage before. */
  readonly milliseconds: number;
}

interface LogEntry {
  readonly tnx?: string;
  readonly action?: string;
}

const UPGRADED = 'Connection upgraded with STARTTLS';
const CONNECTED = '%s established to %s:%s';

export class MailStages {
  readonly #reached: ReachedStage[] = [];
  #last = performance.now();

  get reached(): readonly ReachedStage[] {
    return this.#reached;
  }

  mark(stage: MailStage): void {
    const now = performance.now();
    this.#reached.push({ stage, milliseconds: Math.round(now - this.#last) });
    this.#last = now;
  }

  /** As the logger of a mail client. What else it logs is nothing. */
  logger() {
    const ignore = (): void => {};
    const info = (entry: LogEntry, text: string, ...values: readonly unknown[]): void => {
      if (text === CONNECTED) {
        this.mark('CONNECTED');
        // Encrypted from the first byte.
        if (String(values[0]).startsWith('Secure')) this.mark('ENCRYPTED');
      }
      if (text === UPGRADED) this.mark('ENCRYPTED');
      if (entry.action === 'authenticated') this.mark('SIGNED_IN');
    };
    return { level: ignore, trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore };
  }
}
