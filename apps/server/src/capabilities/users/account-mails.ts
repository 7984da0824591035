/** The texts of all account mails. Links always use the configured address. */
import type { MailText } from '../mail/index.ts';

const UNEXPECTED = 'If you did not expect this, you can ignore it: nothing happens without the link.';
const NOT_YOU = 'If this was not you, reset your password and tell your administrator.';

/** A duration in days, as text. */
const days = (ms: number): string => `${Math.round(ms / 86_400_000)} days`;

export const invitationMail = (invite: {
  readonly inviter: string;
  readonly tenantName: string;
  readonly url: string;
  readonly lifetime: number;
}): MailText => ({
  subject: `${invite.inviter} invites you to ${invite.tenantName} on Picket`,
  paragraphs: [
    `${invite.inviter} has invited you to ${invite.tenantName} on Picket.`,
    `Choose a password to begin. The link works once and for ${days(invite.lifetime)}.`,
  ],
  button: { label: 'Accept the invitation', url: invite.url },
  note: UNEXPECTED,
});

export const administratorMail = (invite: {
  readonly tenantName: string;
  readonly url: string;
  readonly lifetime: number;
}): MailText => ({
  subject: `Set up ${invite.tenantName} on Picket`,
  paragraphs: [
    `The organization ${invite.tenantName} was created on Picket, and you are invited as its administrator.`,
    `Choose a password to begin. The link works once and for ${days(invite.lifetime)}.`,
  ],
  button: { label: 'Set up the organization', url: invite.url },
  note: UNEXPECTED,
});

export const resetMail = (reset: { readonly tenantName: string; readonly url: string }): MailText => ({
  subject: 'Choose a new password for Picket',
  paragraphs: [
    `Somebody, hopefully you, asked for a new password for your account at ${reset.tenantName}.`,
    'The link works once and for one hour. Using it signs you out everywhere else.',
  ],
  button: { label: 'Choose a new password', url: reset.url },
  note: UNEXPECTED,
});

/** The API tokens revoked with a password change, as the end of a sentence. */
export const revokedTokensText = (revoked: number): string =>
  revoked === 0 ? '' : revoked === 1 ? ', and one API token was revoked' : `, and ${revoked} API tokens were revoked`;

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

/** A change to how the user signs in. */
export const accountChangedMail = (change: { readonly tenantName: string; readonly what: string }): MailText => ({
  subject: 'Your Picket account was changed',
  paragraphs: [`On your account at ${change.tenantName}: ${change.what}.`],
  note: NOT_YOU,
});

export const testMail = (tenantName: string): MailText => ({
  subject: 'A test from Picket',
  paragraphs: [`Mail from ${tenantName} reaches you. There is nothing else to do.`],
  note: 'An administrator asked for this test.',
});
