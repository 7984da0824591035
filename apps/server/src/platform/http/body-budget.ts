/**
 * How many bytes of large bodies a server process holds at a time, decompressed: a few kilobytes on the wire become megabytes.
 *
 * Bodies up to FREE_BYTES are not counted, so ordinary reports are never refused because of large ones. An organization may hold as
 * much as is free, so what one holds leaves something for the others.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const FREE_BYTES = 65_536;
const MAX_BYTES = 64 * 1_048_576;

/** The bytes of one body. */
export interface BodyShare {
  /** The body has this size by now. A 503 where it is more than may be held. */
  problemOf(size: number): AppError | null;
}

class BodyBudget {
  #held = 0;
  readonly #heldOf = new Map<string, number>();

  /** Whether the organization may hold as many more bytes; it does then. */
  take(tenant: string, bytes: number): boolean {
    const own = this.#heldOf.get(tenant) ?? 0;
    if (own + bytes > MAX_BYTES - this.#held) return false;
    this.#held += bytes;
    this.#heldOf.set(tenant, own + bytes);
    return true;
  }

  release(tenant: string, bytes: number): void {
    this.#held -= bytes;
    const own = (this.#heldOf.get(tenant) ?? bytes) - bytes;
    if (own === 0) this.#heldOf.delete(tenant);
    else this.#heldOf.set(tenant, own);
  }
}

/** Bodies that cannot be large have none. */
const shares = new WeakMap<FastifyRequest, BodyShare>();

export const shareOf = (request: FastifyRequest): BodyShare | undefined => shares.get(request);

/** Not counted: a body that says that it is small, and is sent as it is. */
const mayBeLarge = ({ headers }: FastifyRequest): boolean =>
  headers['content-encoding'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > FREE_BYTES;

/** Of a caller without an organization: ''. A request to an unknown path has no caller. */
function tenantOf(request: FastifyRequest): string {
  const { actor }: Partial<Pick<FastifyRequest, 'actor'>> = request;
  return actor !== undefined && 'tenant' in actor ? actor.tenant : '';
}

/** What is held of a body counts until its request has been answered, or its connection is closed. */
export function limitBodies(app: FastifyInstance): void {
  const budget = new BodyBudget();
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (mayBeLarge(request)) {
      let held = 0;
      let isOver = false;
      const end = (): void => {
        isOver = true;
        if (held > 0) budget.release(tenantOf(request), held);
        held = 0;
      };
      shares.set(request, {
        problemOf: (size) => {
          if (size <= FREE_BYTES || isOver) return null;
          if (budget.take(tenantOf(request), size - held)) {
            held = size;
            return null;
          }
          // At once: of several that grow side by side, the others go on.
          end();
          return refusal();
        },
      });
      reply.raw.once('finish', end);
      reply.raw.once('close', end);
    }
    done();
  });
}

/** Random, so that devices do not retry at the same time. */
const refusal = (): AppError => new AppError('busy', { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) });
