/** Compressed request bodies, inflated with a limit: a small bomb must not become a large body. */

import { type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Lets every route take gzip, deflate and br; `limit` bytes hold after inflation. */
export function installBodyInflation(app: FastifyInstance, limit: number): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
    if (encoding === 'identity') return done(null, payload);
    const decoder = DECODERS[encoding];
    if (!decoder) return done(new AppError('mediaType', { message: `content-encoding ${encoding} is not accepted` }));
    done(null, inflate(payload, decoder(), limit));
  });
}

/** The request itself is never destroyed here: its answer still has to go out on the same connection. */
function inflate(source: Readable, decoder: Transform, limit: number): Readable {
  let inflated = 0;
  // Fastify compares the compressed length with the header's.
  const limiter: Transform & { receivedEncodedLength?: number } = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      inflated += chunk.length;
      if (inflated > limit) done(new AppError('tooLarge'));
      else done(null, chunk);
    },
  });
  limiter.on('close', () => {
    source.unpipe(decoder);
    source.resume();
    decoder.destroy();
  });
  decoder.on('error', (cause) =>
    limiter.destroy(new AppError('malformed', { message: 'The compressed body is damaged', cause })),
  );
  source.on('data', (chunk: Buffer) => {
    limiter.receivedEncodedLength = (limiter.receivedEncodedLength ?? 0) + chunk.length;
  });
  source.on('error', (cause) => limiter.destroy(cause));
  source.pipe(decoder).pipe(limiter);
  return limiter;
}
