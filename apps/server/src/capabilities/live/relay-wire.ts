/** What server processes send each other of a live picture: a text message that says what the binary message after it is. */
import { LiveMessage } from '@picket/contracts/live';
import { z } from 'zod';

const [Video] = LiveMessage.options;

export const RelayMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('format'), video: Video }),
  z.object({ kind: z.literal('fragment'), at: z.number().nullable(), isKeyFrame: z.boolean() }),
  z.object({ kind: z.literal('still') }),
]);
export type RelayMessage = z.output<typeof RelayMessage>;

const PATH = /^\/relay\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/u;

export interface RelayPath {
  readonly tenant: string;
  readonly sentry: string;
  /** Of the uplink. */
  readonly session: string;
}

export const relayPathOf = ({ tenant, sentry, session }: RelayPath): string => `/relay/${tenant}/${sentry}/${session}`;

export function parseRelayPath(path: string): RelayPath | null {
  const [, tenant, sentry, session] = PATH.exec(path) ?? [];
  return tenant === undefined || sentry === undefined || session === undefined ? null : { tenant, sentry, session };
}
