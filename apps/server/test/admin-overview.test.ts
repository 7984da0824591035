/** The administration page: who sees what of it, and what it says is missing. */

import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { problemOf } from '@picket/domain/problems';
import { describe, expect, test } from 'vitest';
import { type Picket, picketForTest, type Session } from './harness.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';

type Overview = ResponseOf<'GET /views/admin'>;

const overview = async (picket: Picket, as: Session = picket.admin) =>
  (await picket.call<Overview>('GET', '/views/admin', { as })).body;
const kinds = async (picket: Picket, as?: Session) => (await overview(picket, as)).openPoints.map(({ kind }) => kind);

describe('what is shown', () => {
  test('to a viewer of one location: policies, and nothing of the organization', async () => {
    const picket = await picketForTest();
    const location = await picket.addLocation();
    const all = await overview(picket);
    const viewer = await picket.addPerson('VIEWER', location);
    const shown = await overview(picket, viewer);
    expect(shown).toEqual({ policies: { ...all.policies, alerts: 0 }, openPoints: [] });
    expect(shown.policies.count).toBeGreaterThan(5);
  });

  test('to administrators: their organization; of the installation only those of the admin tenant', async () => {
    const picket = await picketForTest();
    const acme = await picket.addTenant('Acme');
    await picket.addLocation('Vault', acme.admin);
    const invited = await picket.call('POST', '/users', {
      as: acme.admin,
      body: { email: 'new@acme.example', permissions: [{ role: 'VIEWER' }] },
    });
    expect(invited.status).toBe(201);
    const theirs = await overview(picket, acme.admin);
    expect(theirs.tenant).toMatchObject({ name: 'Acme', users: 2, invited: 1, withoutMfa: 2, keepDays: 0 });
    expect(theirs.tenant?.lastAudit).toMatchObject({ action: 'USER_INVITED', target: 'new@acme.example' });
    expect(theirs.installation).toBeUndefined();
    const ours = await overview(picket);
    expect(ours.tenant).toMatchObject({ name: 'My organization', users: 1, invited: 0 });
    expect(ours.installation).toMatchObject({ tenants: 2, suspended: 0, failingHealthChecks: 0 });
  });
});

describe('what is missing or wrong', () => {
  test('on a fresh installation, most severe first; each goes once it is there', async () => {
    const picket = await picketForTest({
      probes: { ...HEALTHY_PROBES, backups: async () => problemOf('BACKUP_MISSING', {}) },
    });
    expect((await overview(picket)).openPoints).toEqual([
      { kind: 'HEALTH_CHECK', text: 'There is no backup', problem: { code: 'BACKUP_MISSING', values: {} } },
      { kind: 'NO_CHANNEL' },
      { kind: 'MAIL_MISSING' },
      { kind: 'BACKUP_MISSING' },
      { kind: 'HEARTBEAT_MISSING' },
      { kind: 'ONE_ADMINISTRATOR' },
    ]);
    await picket.addPerson('ADMIN');
    const put = (path: string, body: object) => picket.call('PUT', path, { as: picket.admin, body });
    const mail = await put('/installation/mail', {
      host: 'mail.acme.example',
      port: 587,
      security: 'STARTTLS',
      user: 'picket',
      password: encodePassword('secret'),
      from: { name: 'Picket', address: 'picket@acme.example' },
      publicUrl: 'https://watch.acme.example',
    });
    expect(mail.status).toBe(200);
    expect((await put('/installation/heartbeat', { url: 'https://watch.example/x' })).status).toBe(200);
    // What is set up is not proven: somebody has to say that something arrived.
    expect(await kinds(picket)).toEqual(['HEALTH_CHECK', 'CHANNELS_UNTESTED', 'BACKUP_MISSING']);
    const me = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: picket.admin });
    const path = `/users/my-profile/destinations/${me.body.guid}/arrival`;
    expect((await picket.call('POST', path, { as: picket.admin, body: { arrived: true } })).status).toBe(204);
    expect(await kinds(picket)).toEqual(['HEALTH_CHECK', 'BACKUP_MISSING']);
  });

  test('a channel of anybody is enough to be notified; a heartbeat that nobody answers is said', async () => {
    const picket = await picketForTest({
      probes: {
        ...HEALTHY_PROBES,
        sendHeartbeat: async () => {
          throw new Error('connect ECONNREFUSED');
        },
      },
      environment: { PICKET_HEARTBEAT_URL: 'https://watch.example/x', PICKET_BACKUP_HOURS: '0' },
    });
    const made = await picket.call('POST', '/users/my-profile/destinations', {
      as: picket.admin,
      body: { kind: 'NTFY', name: 'Phone', settings: { server: 'https://ntfy.sh', topic: 'alarms' } },
    });
    expect(made.status).toBe(201);
    await picket.server.pipeline.selfMonitor.sendHeartbeat();
    expect((await overview(picket)).openPoints).toEqual([
      { kind: 'CHANNELS_UNTESTED' },
      { kind: 'MAIL_MISSING' },
      { kind: 'BACKUPS_OFF' },
      { kind: 'HEARTBEAT_FAILING', text: 'connect ECONNREFUSED' },
      { kind: 'ONE_ADMINISTRATOR' },
    ]);
  });

  test('of the installation is not shown to another organization', async () => {
    const picket = await picketForTest();
    const acme = await picket.addTenant('Acme');
    expect(await kinds(picket, acme.admin)).toEqual(['NO_CHANNEL', 'ONE_ADMINISTRATOR']);
  });
});
