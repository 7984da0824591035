/** Every mail about accounts, in words. Links are built on the configured address only. */
import type { MailText } from '../mail/index.ts';

const UNEXPECTED = 'If you did not expect this, you can ignore it: nothing happens without the link.';
const NOT_YOU = 'If this was not you, reset your password and tell your administrator.';

/** How long something lasts, for a sentence. */
const days = (ms: number): string => `${Math.round(ms / 86_400_000)} days`;

export const invitationMail = (invite: {
  readonly inviter: string;
  readonly tenantName: string;
  readonly url: string;
  readonly lifetime: number;
}): MailText => ({
  subject: `${invite.inviter} invites you to ${invite.tenantName} on Picket`,
  paragraphs: [
    `${invite.inviter} has invited you to watch over the rooms of ${invite.tenantName} with Picket.`,
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
    `The organisation ${invite.tenantName} was created on Picket, and you are to be an administrator of it.`,
    `Choose a password to begin. The link works once and for ${days(invite.lifetime)}.`,
  ],
  button: { label: 'Set up the organisation', url: invite.url },
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

/** What a change of password took along, for the end of a sentence. */
export const revokedTokensText = (revoked: number): string =>
  revoked === 0 ? '' : revoked === 1 ? ', and one API token was revoked' : `, and ${revoked} API tokens were revoked`;

export const newDeviceMail = (signIn: {
  readonly tenantName: string;
  readonly browser: string;
  readonly address: string;
  readonly at: string;
  readonly url: string;
}): MailText => ({
  subject: 'A new device signed in to Picket',
  paragraphs: [
    `Your account at ${signIn.tenantName} was signed in to from a device it was not used on before.`,
    `${signIn.browser}, from ${signIn.address}, at ${signIn.at}.`,
  ],
  button: { label: 'See where you are signed in', url: signIn.url },
  note: NOT_YOU,
});

/** Something about how somebody signs in has changed. */
export const accountChangedMail = (change: { readonly tenantName: string; readonly what: string }): MailText => ({
  subject: 'Your Picket account was changed',
  paragraphs: [`On your account at ${change.tenantName}: ${change.what}.`],
  note: NOT_YOU,
});

export const testMail = (tenantName: string): MailText => ({
  subject: 'A test from Picket',
  paragraphs: [`Mail from ${tenantName} reaches you. Nothing else to do.`],
  note: 'An administrator asked for this test.',
});
