/** The inbox: its order, its filters, its pages, who sees what of it, several alerts acknowledged at once, and its export. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket, type Session } from './harness.ts';

type Inbox = ResponseOf<'GET /views/alerts'>;
type Outcome = ResponseOf<'POST /alerts/acknowledge'>;

let picket: Picket;
let cellar: string;
let attic: string;
/** By message. */
const guids = new Map<string, string>();

async function raise(message: string, severity: number, location: string): Promise<string> {
  picket.clock.pass(1);
  const { body } = await picket.call<{ guid: string }>('POST', '/alerts', {
    as: picket.admin,
    body: { location, severity, message },
  });
  guids.set(message, body.guid);
  return body.guid;
}
const guidOf = (message: string): string => guids.get(message) ?? '';
const act = (message: string, verb: string, as = picket.admin, body?: object) =>
  picket.call('POST', `/alerts/${guidOf(message)}/${verb}`, { as, body });

const inbox = async (query = '', as: Session = picket.admin): Promise<Inbox> => {
  const answer = await picket.call<Inbox>('GET', `/views/alerts?${query}`, { as });
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body;
};
const shown = async (query = '', as: Session = picket.admin): Promise<readonly string[]> =>
  (await inbox(query, as)).items.map(({ message }) => message);

beforeAll(async () => {
  picket = await openPicket();
  cellar = await picket.addLocation('Cellar');
  attic = await picket.addLocation('Attic');
  await raise('Old smoke', 400, cellar);
  await raise('Old door', 250, attic);
  await raise('Damp', 150, attic);
  await raise('Fire', 400, cellar);
  await raise('Window', 250, cellar);
  await raise('Water', 350, attic);
  await raise('Lift', 390, attic);
  for (const message of ['Old smoke', 'Old door']) await act(message, 'resolve');
  for (const message of ['Fire', 'Lift']) await act(message, 'acknowledge');
});
afterAll(() => picket.close());

const ALL = ['Water', 'Window', 'Damp', 'Lift', 'Fire', 'Old door', 'Old smoke'];

test('unacknowledged alerts first, the worst and then the newest of them; then acknowledged ones; then past ones, newest first', async () => {
  const { items, counts, nextCursor } = await inbox();
  expect(items.map(({ message }) => message)).toEqual(ALL);
  expect({ counts, nextCursor }).toEqual({ counts: { open: 3, acknowledged: 2 }, nextCursor: null });
});

test.each([
  ['state=open', ['Water', 'Window', 'Damp']],
  ['state=acknowledged', ['Lift', 'Fire']],
  ['state=past', ['Old door', 'Old smoke']],
  ['severity=critical', ['Water', 'Lift', 'Fire', 'Old smoke']],
  ['severity=warning&state=open', ['Water', 'Window']],
  ['severity=none', ALL],
  ['kind=PERSON', ALL],
  ['kind=POLICY', []],
  ['search=door', ['Old door']],
  ['search=CELLAR', ['Window', 'Fire', 'Old smoke']],
  ['search=%25', []],
  ['search=_', []],
  ['assigned=none', ALL],
  ['assigned=me', []],
])('%s', async (query, messages) => {
  expect(await shown(query)).toEqual(messages);
});

test('by location and by time; the counts follow the filter, apart from its state', async () => {
  expect(await shown(`location=${attic}`)).toEqual(['Water', 'Damp', 'Lift', 'Old door']);
  expect((await inbox(`location=${attic}&state=past`)).counts).toEqual({ open: 2, acknowledged: 1 });
  const { items } = await inbox('search=Window');
  const at = Date.parse(items[0]?.raisedAt ?? '');
  const from = formatInstant(at);
  expect(await shown(`from=${from}`)).toEqual(['Water', 'Window', 'Lift']);
  expect(await shown(`to=${from}`)).toEqual(['Damp', 'Fire', 'Old door', 'Old smoke']);
  expect(await shown(`from=${from}&to=${formatInstant(at + 1)}`)).toEqual(['Window']);
});

test('pages of any length hold every alert once, in the same order', async () => {
  for (const limit of [1, 2, 3, 6]) {
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 9; page += 1) {
      const answer: Inbox = await inbox(`limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(answer.items.length).toBeLessThanOrEqual(limit);
      seen.push(...answer.items.map(({ message }) => message));
      cursor = answer.nextCursor;
    }
    expect(seen).toEqual(ALL);
  }
});

const cursorOf = (...parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

test.each([
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['cursor=x', 'cursor'],
  [`cursor=${cursorOf(15, '2026-03-02T10:00:00Z', newGuid())}`, 'cursor'],
  [`cursor=${cursorOf(-1, '2026-03-02T10:00:00Z', newGuid())}`, 'cursor'],
  [`cursor=${cursorOf(3, 'yesterday', newGuid())}`, 'cursor'],
  [`cursor=${cursorOf(3, '2026-03-02T10:00:00Z', "' OR 1=1")}`, 'cursor'],
  ['state=OPEN', 'state'],
  ['severity=bad', 'severity'],
  ['kind=POLICY_ALERT', 'kind'],
  ['location=here', 'location'],
  ['assigned=ada', 'assigned'],
  ['from=yesterday', 'from'],
  ['from=2026-03-02T10:00:00Z&to=2026-03-02T10:00:00Z', 'to'],
  [`search=${'x'.repeat(129)}`, 'search'],
  ['colour=red', 'colour'],
])('refused: %s', async (query, field) => {
  const paths = field === 'limit' || field === 'cursor' ? ['/views/alerts'] : ['/views/alerts', '/alerts/export'];
  for (const path of paths) {
    const answer = await picket.call<{ errors?: readonly { name: string }[] }>('GET', `${path}?${query}`, {
      as: picket.admin,
    });
    expect([path, answer.status]).toEqual([path, 400]);
    expect(JSON.stringify(answer.body)).toContain(field);
  }
});

test('everybody sees the alerts they may open one by one, and no others', async () => {
  const viewer = await picket.addPerson('VIEWER', attic);
  const metrics = await picket.addPerson('METRICS');
  const { admin: stranger } = await picket.addTenant('Strangers');
  const mine = ['Water', 'Damp', 'Lift', 'Old door'];
  expect(await shown('', viewer)).toEqual(mine);
  expect((await inbox('', viewer)).counts).toEqual({ open: 2, acknowledged: 1 });
  expect(await shown(`location=${cellar}`, viewer)).toEqual([]);
  for (const as of [metrics, stranger]) {
    expect(await inbox('', as)).toMatchObject({ items: [], counts: { open: 0, acknowledged: 0 } });
    expect(await shown(`location=${cellar}`, as)).toEqual([]);
  }
  for (const message of ALL) {
    const one = await picket.call('GET', `/alerts/${guidOf(message)}`, { as: viewer });
    expect([message, one.status]).toEqual([message, mine.includes(message) ? 200 : 404]);
  }
  const csv = await picket.call<string>('GET', '/alerts/export', { as: viewer });
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(1 + mine.length);
  expect(csv.body).not.toContain('Cellar');
});

test('an alert about the whole organization is for those who may view all of it', async () => {
  const viewer = await picket.addPerson('VIEWER', attic);
  const { prisma } = picket.platform.db;
  await prisma.alert.updateMany({ where: { guid: guidOf('Damp') }, data: { locationGuid: null } });
  expect(await shown('search=Damp')).toEqual(['Damp']);
  expect(await shown('search=Damp', viewer)).toEqual([]);
  await prisma.alert.updateMany({ where: { guid: guidOf('Damp') }, data: { locationGuid: attic } });
});

test('several acknowledged at once: each by itself, and those that were not are named', async () => {
  const viewer = await picket.addPerson('VIEWER', attic);
  const { admin: stranger } = await picket.addTenant('Others');
  await raise('First', 300, attic);
  await raise('Second', 300, attic);
  await raise('Elsewhere', 300, cellar);
  await act('Second', 'acknowledge');
  const alerts = ['First', 'Second', 'Elsewhere'].map(guidOf);
  const absent = newGuid();
  const nothing = await picket.call<Outcome>('POST', '/alerts/acknowledge', { as: stranger, body: { alerts } });
  expect(nothing.body.items.map(({ result }) => result)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
  const done = await picket.call<Outcome>('POST', '/alerts/acknowledge', {
    as: viewer,
    body: { alerts: [...alerts, absent] },
  });
  expect(done).toMatchObject({
    status: 200,
    body: {
      items: [
        { guid: alerts[0], result: 'ACKNOWLEDGED' },
        { guid: alerts[1], result: 'ALREADY_ACKNOWLEDGED', by: 'admin@picket.example' },
        { guid: alerts[2], result: 'NOT_FOUND' },
        { guid: absent, result: 'NOT_FOUND' },
      ],
    },
  });
  expect(await shown('state=open&search=Elsewhere')).toEqual(['Elsewhere']);
  const again = await picket.call<Outcome>('POST', '/alerts/acknowledge', {
    as: viewer,
    body: { alerts: alerts.slice(0, 1) },
  });
  expect(again.body.items.map(({ result }) => result)).toEqual(['ALREADY_ACKNOWLEDGED']);
  const log = await picket.call<ResponseOf<'GET /audit'>>(
    'GET',
    `/audit?action=ALERT_ACKNOWLEDGED&target=${alerts[0]}`,
    {
      as: picket.admin,
    },
  );
  expect(log.body.items).toHaveLength(1);
  const { timeline } = (
    await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alerts[0]}`, { as: viewer })
  ).body;
  expect(timeline.filter(({ code }) => code === 'ACKNOWLEDGED')).toHaveLength(1);
});

test('of two people who acknowledge at the same time, one receives the name of the other', async () => {
  const body = { alerts: [await raise('Contested', 300, attic)] };
  const people = await Promise.all([picket.addPerson('VIEWER', attic), picket.addPerson('VIEWER', attic)]);
  const outcomes = await Promise.all(
    people.map((as) => picket.call<Outcome>('POST', '/alerts/acknowledge', { as, body })),
  );
  const results = outcomes.flatMap((outcome) => outcome.body.items);
  expect(results.map(({ result }) => result).sort()).toEqual(['ACKNOWLEDGED', 'ALREADY_ACKNOWLEDGED']);
  expect(results.find(({ result }) => result === 'ALREADY_ACKNOWLEDGED')).toMatchObject({ by: /@picket\.example$/u });
});

test('what cannot be acknowledged is refused before anything is', async () => {
  const guid = await raise('Untouched', 300, attic);
  for (const alerts of [[], [guid, guid], [guid, 'x'], Array.from({ length: 101 }, newGuid)]) {
    const answer = await picket.call('POST', '/alerts/acknowledge', { as: picket.admin, body: { alerts } });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('alerts');
  }
  expect(await shown('state=open&search=Untouched')).toEqual(['Untouched']);
});

test('the export has what the list has, in its order, and nothing a spreadsheet would evaluate', async () => {
  await raise('=HYPERLINK("https://evil.example")', 120, attic);
  await raise('Two, at once', 110, attic);
  const answer = await picket.call<string>('GET', '/alerts/export?state=open&severity=info', { as: picket.admin });
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="picket-alerts.csv"');
  const [header, ...lines] = answer.body.trimEnd().split('\r\n');
  expect(header).toMatch(
    /^guid,raisedAt,endedAt,state,severity,severityLabel,kind,location,sentry,policy,violation,message,/u,
  );
  const { items } = await inbox('state=open&severity=info');
  expect(lines.map((line) => line.slice(0, 36))).toEqual(items.map(({ guid }) => guid));
  expect(answer.body).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(answer.body).toContain('"Two, at once"');
});
