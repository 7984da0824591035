/** docs/reference/webhooks.md: what a webhook receives, and how it is verified. */

import { WEBHOOK_GUIDE, WEBHOOK_HEADERS, WEBHOOK_TYPES } from '@picket/contracts/document/webhook-events';
import { documentWebhooks } from '@picket/contracts/document/webhook-section';
import { code, fence, HEADING, json, table } from './markdown.ts';

/** The function that the page shows; a test of the channels runs it. */
export const VERIFY_IN_NODE = `
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a request came from Picket. \`body\`: as it arrived, before it is parsed. */
export function isFromPicket(secret, headers, body, now = Date.now()) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`;
  const expected = createHmac('sha256', key).update(signed).digest();
  const isRecent = Math.abs(now / 1000 - Number(headers['webhook-timestamp'])) < 300;
  return isRecent && headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

const PYTHON = `
import base64, hashlib, hmac, time

def is_from_picket(secret, headers, body):
    """body: the bytes as they arrived, before they are parsed."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_recent = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    given = [one.removeprefix("v1,") for one in headers["webhook-signature"].split()]
    return is_recent and any(hmac.compare_digest(one, expected) for one in given)`;

interface Section {
  readonly post: {
    readonly summary: string;
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
  };
}

/** Guarantee: the section of a webhook has a request body with an example. */
const sections = (): readonly (readonly [string, Section])[] =>
  Object.entries(documentWebhooks({ components: {}, input: {}, output: {} }) as Readonly<Record<string, Section>>);

export function webhooksPage(): string {
  const bodies = sections().flatMap(([type, { post }]) => [
    `\n### ${type}\n`,
    post.summary,
    '',
    json(post.requestBody.content['application/json'].example),
  ]);
  return [
    HEADING('Webhooks', WEBHOOK_GUIDE),
    '## Headers\n',
    table(
      ['header', 'meaning'],
      Object.entries(WEBHOOK_HEADERS).map(([name, text]) => [code(name), text]),
    ),
    '\n## Verify in Node\n',
    fence('js', VERIFY_IN_NODE),
    '\n## Verify in Python\n',
    fence('python', PYTHON),
    '\n## Types\n',
    table(
      ['type', 'when'],
      Object.entries(WEBHOOK_TYPES).map(([type, text]) => [code(type), text]),
    ),
    ...bodies,
    '',
  ].join('\n');
}
