/** Comments on alerts: paged, each once, and limited per alert and per person. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicket, type Picket } from './harness.ts';

let picket: Picket;
let location: string;
beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation('Cellar');
});
afterAll(() => picket.close());

const raise = async (): Promise<string> =>
  (
    await picket.call<{ guid: string }>('POST', '/alerts', {
      as: picket.admin,
      body: { location, severity: 400, message: 'Water' },
    })
  ).body.guid;

/** Puts comments on an alert, three of them in each millisecond, without an author. */
const fill = (alert: string, count: number) =>
  picket.platform.db.console.query(
    `INSERT INTO alert_comment (tenant_guid, guid, alert_guid, by_guid, by_name, text, created_at)
     SELECT a.tenant_guid, gen_random_uuid(), a.guid, NULL, 'Ann', 'Comment ' || n, $3::timestamptz + (n / 3) * interval '1 ms'
       FROM alert a CROSS JOIN generate_series(1, $2::int) n WHERE a.guid = $1::uuid`,
    [alert, count, new Date(picket.clock.now())],
  );

const postComment = (alert: string, as = picket.admin) =>
  picket.call<{ message: string }>('POST', `/alerts/${alert}/comments`, { as, body: { text: 'On my way' } });

test('an alert returns its newest comments, and earlier pages return each of the others once', async () => {
  const alert = await raise();
  await fill(alert, 130);
  const { body } = await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alert}`, { as: picket.admin });
  expect(body.comments).toHaveLength(50);
  expect(body.comments.at(-1)?.at).toBe(
    body.comments
      .map(({ at }) => at)
      .sort()
      .at(-1),
  );
  const found = body.comments.map(({ text }) => text);
  for (let cursor = body.earlierCommentsCursor; cursor !== null; ) {
    const page = await picket.call<ResponseOf<'GET /alerts/{guid}/comments'>>(
      'GET',
      `/alerts/${alert}/comments?limit=30&cursor=${cursor}`,
      { as: picket.admin },
    );
    expect(page.status).toBe(200);
    found.push(...page.body.items.map(({ text }) => text));
    cursor = page.body.nextCursor;
  }
  expect(found).toHaveLength(130);
  expect(new Set(found).size).toBe(130);
});

test('an unknown cursor is rejected with the name of the field', async () => {
  const answer = await picket.call('GET', `/alerts/${await raise()}/comments?cursor=x`, { as: picket.admin });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ name: 'cursor' }] } });
});

test('an alert has at most 1,000 comments, however many are posted at once', async () => {
  const alert = await raise();
  await fill(alert, 997);
  const answers = await Promise.all(Array.from({ length: 8 }, () => postComment(alert)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'This alert has 1,000 comments, which is the limit',
  );
});

test('a person posts at most 30 comments per minute; other people are not affected', async () => {
  const person = await picket.addPerson('VIEWER', location);
  const alert = await raise();
  for (let count = 0; count < 30; count++) expect((await postComment(alert, person)).status).toBe(201);
  const refused = await postComment(await raise(), person);
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  expect((await postComment(alert, await picket.addPerson('VIEWER', location))).status).toBe(201);
  picket.clock.pass(61);
  expect((await postComment(alert, person)).status).toBe(201);
});
