/** Announcements, feedback, and crashes that the console reports. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { type Picket, picketForTest } from './harness.ts';

type Problem = { message: string; errors?: { name: string; message: string }[] };

describe('announcements and feedback', () => {
  const announcements = (picket: Picket, as = picket.admin) =>
    picket.call<ResponseOf<'GET /announcements'>>('GET', '/announcements', { as });

  test('four announcements, newest first; the one closed last is kept; the first demo organization sees none', async () => {
    const picket = await picketForTest();
    const { body } = await announcements(picket);
    expect(body.items.map(({ id }) => id)).toEqual([
      'policy-change-auditing',
      'api-access',
      'activity-grid',
      'pairing-in-place',
    ]);
    expect(body.seen).toBeNull();
    const seen = await picket.call('POST', '/announcements/policy-change-auditing/seen', { as: picket.admin });
    expect(seen.status).toBe(204);
    expect((await announcements(picket)).body.seen).toBe('policy-change-auditing');
    expect((await picket.call('POST', '/announcements/no-such/seen', { as: picket.admin })).status).toBe(404);
    const page = await picket.call<ResponseOf<'GET /announcements'>>('GET', '/announcements?limit=3', {
      as: picket.admin,
    });
    const rest = await picket.call<ResponseOf<'GET /announcements'>>(
      'GET',
      `/announcements?limit=3&cursor=${page.body.nextCursor}`,
      { as: picket.admin },
    );
    expect(rest.body.items.map(({ id }) => id)).toEqual(['pairing-in-place']);

    const first = await picket.addTenant('Demo one');
    picket.clock.pass(1);
    const second = await picket.addTenant('Demo two');
    const { prisma } = picket.platform.db;
    await prisma.tenant.updateMany({ where: { guid: { in: [first.tenant, second.tenant] } }, data: { demo: true } });
    expect((await announcements(picket, first.admin)).body.items).toEqual([]);
    expect((await announcements(picket, second.admin)).body.items).toHaveLength(4);
  });

  test('feedback needs a mood; its message is trimmed and at most 2048 characters long', async () => {
    const picket = await picketForTest();
    const sendFeedback = (body: object) => picket.call<Problem>('POST', '/feedback', { as: picket.admin, body });
    expect((await sendFeedback({ message: 'no mood' })).body.errors?.[0]?.name).toBe('mood');
    expect((await sendFeedback({ mood: 'furious' })).status).toBe(400);
    expect((await sendFeedback({ mood: 'sad', message: 'x'.repeat(2049) })).body).toMatchObject({
      message: 'Request validation failed',
      errors: [{ name: 'message', message: 'Feedback is too long' }],
    });
    expect((await sendFeedback({ mood: 'sad', message: `  ${'x'.repeat(2048)}  ` })).status).toBe(204);
    expect((await sendFeedback({ mood: 'happy' })).status).toBe(204);
    const rows = await picket.platform.db.prisma.feedback.findMany({ orderBy: { guid: 'asc' } });
    expect(rows).toMatchObject([
      { mood: 'sad', message: 'x'.repeat(2048), email: 'admin@picket.example' },
      { mood: 'happy', message: '' },
    ]);
  });

  test('a crash of the console goes to the log, whatever stands in it; 65536 characters of it', async () => {
    const picket = await picketForTest();
    const crash = (msg: string) => picket.call('POST', '/uilog', { body: { msg } });
    expect((await crash('Error: it broke\n  at Graph')).status).toBe(204);
    expect((await crash('x'.repeat(65_536))).status).toBe(204);
    expect((await crash('x'.repeat(70_000))).status).toBe(204);
    expect((await crash('a\0b\ud800')).status).toBe(204);
    expect((await crash('')).status).toBe(400);
  });
});
