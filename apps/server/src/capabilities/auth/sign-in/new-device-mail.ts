import type { MailText } from '../../mail/index.ts';
import { NOT_YOU } from '../../users/index.ts';

/** Tells a user about a sign-in from a device they have not used before. */
export const newDeviceMail = (signIn: {
  readonly tenantName: string;
  readonly browser: string;
  readonly address: string;
  readonly at: string;
  readonly url: string;
}): MailText => ({
  subject: 'New sign-in to Picket',
  paragraphs: [
    `Your account at ${signIn.tenantName} was used to sign in from a new device.`,
    `${signIn.browser}, from ${signIn.address}, at ${signIn.at}.`,
  ],
  button: { label: 'View sessions', url: signIn.url },
  note: NOT_YOU,
});
