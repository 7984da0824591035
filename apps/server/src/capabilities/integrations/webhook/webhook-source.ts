/** An address that devices and platforms call. Nothing is connected: every server process takes what arrives there (receive-hook.ts). */
import type { WebhookSettings } from '@picket/contracts/connected-settings';
import type { SeenSource } from '../sources/seen-source.ts';
import type { Source, SourceSession } from '../sources/source-session.ts';

export const WEBHOOK_SETTINGS: WebhookSettings = { kind: 'WEBHOOK', user: null, password: null };

export const webhookSource = (): Source => ({
  model: 'Webhook',
  shown: {},
  checkAddress: () => {},
  test: null,
  open: async (_platform, seen) => new WebhookSession(seen),
});

/**
 * Reports for the sentry that stands for the webhook: it is there for as long as Picket is. What the last message was, and what was left
 * out, is stored with each message, and not by this one process.
 */
class WebhookSession implements SourceSession {
  readonly #seen: SeenSource;

  constructor(seen: SeenSource) {
    this.#seen = seen;
  }

  setNetwork(): void {}

  loadAdopted(): Promise<void> {
    return this.#seen.loadAdopted();
  }

  async run(): Promise<void> {
    this.#seen.reportConnectivity();
  }

  close(): Promise<void> {
    return this.#seen.close();
  }
}
