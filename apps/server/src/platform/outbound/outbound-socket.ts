/**
 * Connections to a mail server that an administrator entered, protected against SSRF as requests are (outbound.ts): private hosts
 * are refused unless host and port are allowed, every address a name resolves to is checked, and the checked one is connected to.
 */
import { connect, type Socket } from 'node:net';
import { MAIL_PORTS, type MailSecurity } from '@picket/domain/mail-servers';
import { phrase, type Sentence } from '@picket/domain/phrases';
import { literalAddress } from '@picket/source-io/broker-address';
import { addressScope } from './address-scope.ts';
import { guardedLookup, OutboundRefused } from './outbound.ts';
import { type AllowedHosts, formatEntry } from './outbound-allowlist.ts';

export interface MailAddress {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
}

interface AddressProblem {
  readonly field: keyof MailAddress;
  readonly message: Sentence;
}

/** What is wrong with the address of a mail server before anything is resolved, and which field says so; null: nothing. */
export function mailAddressProblem(
  { host, port, security }: MailAddress,
  allowed: AllowedHosts,
): AddressProblem | null {
  const literal = literalAddress(host);
  const scope = literal === null ? null : addressScope(literal);
  if (scope === 'FORBIDDEN') return { field: 'host', message: 'is an address that Picket never connects to' };
  if (allowed.has(formatEntry({ host, port }))) return null;
  if (scope === 'PRIVATE' || /(^|\.)localhost$/iu.test(host))
    return {
      field: 'host',
      message: phrase('is inside a private network: allow {host} under Private hosts of your organization first', {
        host: formatEntry({ host, port }),
      }),
    };
  if (security === 'NONE')
    return { field: 'security', message: 'must be encrypted, unless the server is an allowed private host' };
  if (!MAIL_PORTS.includes(port))
    return {
      field: 'port',
      message: phrase('must be one of {ports}, unless the server is an allowed private host', {
        ports: MAIL_PORTS.join(', '),
      }),
    };
  return null;
}

/**
 * Connects within the deadline. Throws OutboundRefused where the address is not allowed, and the network's error otherwise, both
 * before anything was sent.
 */
export function connectToMailServer(
  address: MailAddress,
  { allowed, deadlineMs }: { readonly allowed: AllowedHosts; readonly deadlineMs: number },
): Promise<Socket> {
  const { host, port, security } = address;
  const problem = mailAddressProblem(address, allowed);
  if (problem !== null) return Promise.reject(refusal(`the mail server's ${problem.field} ${problem.message}`));
  const isAllowed = allowed.has(formatEntry({ host, port }));
  const mayBePublic = security !== 'NONE' && MAIL_PORTS.includes(port);
  const scopes = [...(mayBePublic ? ['PUBLIC' as const] : []), ...(isAllowed ? ['PRIVATE' as const] : [])];
  return new Promise((resolve, reject) => {
    const socket = connect({ host: literalAddress(host) ?? host, port, lookup: guardedLookup(scopes) });
    const onTimeout = (): void => {
      socket.destroy(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT', syscall: 'connect' }));
    };
    const onError = (error: Error): void =>
      reject(
        error instanceof OutboundRefused
          ? refusal(
              `${error.message}: if it is inside your own network, allow ${formatEntry({ host, port })} under Private hosts`,
            )
          : error,
      );
    socket.setTimeout(deadlineMs, onTimeout);
    socket.once('error', onError);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('timeout', onTimeout);
      socket.off('error', onError);
      resolve(socket);
    });
  });
}

/** Coded as an error of the settings: nothing was sent. */
const refusal = (message: string): OutboundRefused =>
  Object.assign(new OutboundRefused(message), { code: 'ECONFIG', syscall: 'connect' });
