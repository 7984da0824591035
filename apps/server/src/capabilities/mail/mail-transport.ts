/** The connection to the mail server. */
import { createTransport, type Transporter } from 'nodemailer';

const transports = new Map<string, Transporter>();

export function getTransport(smtpUrl: string, timeoutMs: number): Transporter {
  const name = `${timeoutMs} ${smtpUrl}`;
  const known = transports.get(name);
  if (known) return known;
  const made = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
    // Nothing in a mail is a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transports.set(name, made);
  return made;
}
