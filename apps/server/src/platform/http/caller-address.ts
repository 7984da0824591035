/** The caller's address, cleaned for storage: behind a proxy it comes from a header. */
import { cleanText } from '@picket/domain/text';
import type { FastifyRequest } from 'fastify';

/** Enough for an IPv6 address with its zone. */
const MAX_ADDRESS_LENGTH = 64;

export const callerAddress = ({ ip }: Pick<FastifyRequest, 'ip'>): string => cleanText(ip, MAX_ADDRESS_LENGTH);
