/** Where a request came from, as it may be stored: behind a proxy it is what a header says. */
import { cleanText } from '@picket/domain';
import type { FastifyRequest } from 'fastify';

/** An IPv6 address with its zone fits well. */
const MAX_ADDRESS_LENGTH = 64;

export const callerAddress = ({ ip }: Pick<FastifyRequest, 'ip'>): string => cleanText(ip, MAX_ADDRESS_LENGTH);
