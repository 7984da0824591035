/** What each channel needs to know to reach somebody. One schema a channel; the server's file of the same kind sends. */
import type { ChannelKind } from '@picket/domain';
import { z } from 'zod';
import { Text } from './request-texts.ts';

const Address = Text(2048)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol),
    'must be an http:// or https:// address',
  )
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
    'must not hold a user name or password',
  );

/** One line: a line break would begin another header, or another mail. */
const Line = (max: number) => Text(max).min(1);

const Header = z.strictObject({
  name: Text(128)
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/u, 'is not a header name')
    .refine(
      (name) => !/^(host|content-.*|transfer-encoding|connection|webhook-.*)$/iu.test(name),
      'is set by Picket itself',
    ),
  value: Line(1024),
});

export const CHANNEL_SETTINGS = {
  /** What the browser's push service gave the browser. */
  PUSH: z.strictObject({
    endpoint: Address,
    keys: z.strictObject({ p256dh: Line(256), auth: Line(128) }),
  }),
  NTFY: z.strictObject({
    server: Address,
    topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/u, 'letters, digits, - and _ only, at most 64'),
    token: Line(256).optional(),
  }),
  SLACK: z.strictObject({ url: Address }),
  TEAMS: z.strictObject({ url: Address }),
  WEBHOOK: z.strictObject({ url: Address, headers: z.array(Header).max(10).optional() }),
  APPRISE: z.strictObject({ url: Address, tag: Line(128).optional() }),
} as const satisfies Record<Exclude<ChannelKind, 'EMAIL'>, z.ZodType>;

export type ChannelSettings = { [K in keyof typeof CHANNEL_SETTINGS]: z.output<(typeof CHANNEL_SETTINGS)[K]> };
