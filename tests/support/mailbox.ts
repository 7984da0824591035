/** A mail server for tests: a real one, on a port of its own, that keeps what it is given. */
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Mailbox {
  readonly url: string;
  readonly port: number;
  readonly mails: readonly Email[];
  /** The newest mail to this address, waited for. */
  next(to: string, subject?: RegExp): Promise<Email>;
  /** Throws away what is there. */
  clear(): void;
  /** Refuses everything until told otherwise. */
  refuse(reason: string | null): void;
  /** Confirms each mail so long after it was handed over; `Infinity`: never. */
  confirmAfter(milliseconds: number): void;
  /** Turns everybody away at the door, or no longer. */
  rejectConnections(isRejecting: boolean): void;
  close(): Promise<void>;
}

const WAIT_MS = 8000;

interface MailboxOptions {
  /** Omitted: any free port. */
  readonly port?: number;
  /** Everybody has to sign in as it; without it nobody can. */
  readonly account?: { readonly user: string; readonly password: string };
  /** STARTTLS is offered, with it. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

const signInOptions = ({ account, certificate }: MailboxOptions): SMTPServerOptions => ({
  authOptional: account === undefined,
  disabledCommands: [...(certificate === undefined ? ['STARTTLS'] : []), ...(account === undefined ? ['AUTH'] : [])],
  ...certificate,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === account?.user && password === account?.password
      ? done(null, { user: username })
      : done(Object.assign(new Error('wrong user or password'), { responseCode: 535 })),
});

/** How the server behaves from now on. */
interface Behavior {
  refusal: string | null;
  isRejecting: boolean;
  confirmAfterMs: number;
}

const createServer = (options: MailboxOptions, behavior: Behavior, mails: Email[]): SMTPServer =>
  new SMTPServer({
    ...signInOptions(options),
    onConnect: (_session, done) =>
      behavior.isRejecting ? done(Object.assign(new Error('not now'), { responseCode: 421 })) : done(),
    onRcptTo: (_address, _session, done) => done(behavior.refusal === null ? null : new Error(behavior.refusal)),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          mails.push(mail);
          const { confirmAfterMs } = behavior;
          if (confirmAfterMs === 0) done();
          else if (Number.isFinite(confirmAfterMs)) setTimeout(done, confirmAfterMs);
        }, done);
      });
    },
  });

export async function openMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const mails: Email[] = [];
  const behavior: Behavior = { refusal: null, isRejecting: false, confirmAfterMs: 0 };
  const server = createServer(options, behavior, mails);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  // Guarantee: a server listening on a port has an address of this shape.
  const { port } = server.server.address() as AddressInfo;
  const find = (to: string, subject: RegExp): Email | undefined =>
    mails.findLast((mail) => addressesOf(mail).includes(to) && subject.test(mail.subject ?? ''));
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    next: async (to, subject = /./u) => {
      for (let waited = 0; waited < WAIT_MS; waited += 50) {
        const mail = find(to, subject);
        if (mail !== undefined) {
          mails.splice(mails.indexOf(mail), 1);
          return mail;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`no mail to ${to}; there are ${mails.map((mail) => mail.subject).join(', ')}`);
    },
    clear: () => {
      mails.length = 0;
    },
    refuse: (reason) => {
      behavior.refusal = reason;
    },
    confirmAfter: (milliseconds) => {
      behavior.confirmAfterMs = milliseconds;
    },
    rejectConnections: (next) => {
      behavior.isRejecting = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) connection.close();
      }),
  };
}

const addressesOf = (mail: Email): readonly (string | undefined)[] => (mail.to ?? []).map(({ address }) => address);

/** The one-time link in a mail, as a path of the console. */
export function linkIn(mail: Email): string {
  const [, path] = /https?:\/\/[^/\s]+(\/(?:sign-up|reset-password)\/[\w-]+)/u.exec(mail.text ?? '') ?? [];
  if (path === undefined) throw new Error(`no link in ${mail.text}`);
  return path;
}
