/**
 * JSON bodies, plain or compressed, read with a limit against decompression bombs.
 *
 * Everything here runs inside the parser of an accepted content type, so that a refused request never gets a decoder. Each read
 * ends in exactly one promise, so that no stream error is unhandled.
 */

import { finished, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { phrase } from '@picket/domain/phrases';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { isTooDeep } from '../parse-json.ts';
import { limitBodies, shareOf } from './body-budget.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Accepts JSON bodies only (415 otherwise), in gzip, deflate, br or uncompressed; 413 beyond the limit of the
 * route, before and after inflation; 503 while too much is held of large bodies; a damaged or unfinished body is a 400.
 */
export function installJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  limitBodies(app);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', (request, payload, done) => {
    if (request.routeOptions.config.endpoint?.dialect !== undefined) {
      done(new AppError('mediaType'));
      return;
    }
    readBody(request, payload, request.routeOptions.bodyLimit).then(
      (body) => {
        if (isTooDeep(body)) done(new AppError('malformed', { message: 'The body is nested too deeply' }));
        else parse(request, body.toString('utf8'), done);
      },
      (error: Error) => done(error),
    );
  });
}

/** The bytes of a body, decompressed. Throws where it is larger, damaged, or in an encoding that is not known. */
export function readBody(request: FastifyRequest, source: Readable, limit: number): Promise<Buffer> {
  const { headers } = request;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && !Object.hasOwn(DECODERS, encoding))
    return Promise.reject(
      new AppError('mediaType', { message: phrase('content-encoding {encoding} is not accepted', { encoding }) }),
    );
  if (Number(headers['content-length'] ?? 0) > limit) return Promise.reject(new AppError('tooLarge'));
  const decoder = DECODERS[encoding]?.();
  const share = shareOf(request);
  const problemOf = (size: number): AppError | null =>
    size > limit ? new AppError('tooLarge') : (share?.problemOf(size) ?? null);
  return decoder === undefined
    ? readStream(source, problemOf, 'The body ended before it was complete')
    : inflate(source, decoder, problemOf);
}

/** Why a body may not have as many bytes, or null. */
type ProblemOf = (size: number) => AppError | null;

/** The source itself is never destroyed: the response is sent on the same connection. */
async function inflate(source: Readable, decoder: Transform, problemOf: ProblemOf): Promise<Buffer> {
  const inflated = readStream(decoder, problemOf, 'The compressed body is damaged');
  finished(source, { writable: false }, (error) => {
    if (error) decoder.destroy(error);
  });
  source.pipe(decoder);
  try {
    return await inflated;
  } finally {
    source.unpipe(decoder);
    decoder.destroy();
    // The rest is read and dropped.
    source.resume();
  }
}

/** Reads a stream to its end, without destroying it. `failureMessage`: the error message when the stream fails. */
function readStream(stream: Readable, problemOf: ProblemOf, failureMessage: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      const problem = problemOf(size);
      if (problem === null) {
        chunks.push(chunk);
        return;
      }
      stream.off('data', take);
      chunks.length = 0;
      reject(problem);
    };
    // Its listeners stay, so that an error after the promise has settled is handled as well.
    finished(stream, { writable: false }, (cause) => {
      if (cause) reject(new AppError('malformed', { message: failureMessage, cause }));
      else resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    stream.on('data', take);
  });
}
