/** Requests of the access tests about settings of the installation. */
import type { Picket } from './harness.ts';

const BY = { by: 'somebody', at: new Date(0) };
const MAIL_SERVER = {
  host: 'localhost',
  port: 1,
  security: 'NONE' as const,
  user: null,
  password: null,
  from: { name: 'Picket', address: 'picket@example.org' },
  publicUrl: 'https://watch.example.org',
};
const HEARTBEAT = { url: 'https://watch.example.org/token' };

interface World {
  readonly picket: Picket;
}

/** Nobody answers at this one. */
async function withMailServer({ picket: { platform } }: World): Promise<object> {
  await platform.settings.save(platform.db.console, 'mail', MAIL_SERVER, BY);
  await platform.settings.load();
  return {};
}

export async function removeMailServer({ platform }: Picket): Promise<void> {
  await platform.settings.save(platform.db.console, 'mail', null, BY);
  await platform.settings.load();
}

async function withHeartbeat({ picket: { platform } }: World): Promise<object> {
  await platform.settings.save(platform.db.console, 'heartbeat', HEARTBEAT, BY);
  await platform.settings.load();
  return {};
}

export const INSTALLATION_TARGETS = {
  'PUT /installation/mail': () => ({
    body: {
      host: 'mail.example.org',
      port: 587,
      security: 'STARTTLS',
      from: MAIL_SERVER.from,
      publicUrl: MAIL_SERVER.publicUrl,
    },
  }),
  'DELETE /installation/mail': withMailServer,
  'POST /installation/mail/test': withMailServer,
  'PUT /installation/heartbeat': () => ({ body: HEARTBEAT }),
  'DELETE /installation/heartbeat': withHeartbeat,
  'POST /installation/heartbeat/ping': withHeartbeat,
};
