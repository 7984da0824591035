import type { MailText } from '../mail/index.ts';

const NOT_YOU = 'If this was not you, reset your password and tell your administrator.';

/** A change to how the user signs in. */
export const accountChangedMail = (change: { readonly tenantName: string; readonly what: string }): MailText => ({
  subject: 'Your Picket account was changed',
  paragraphs: [`On your account at ${change.tenantName}: ${change.what}.`],
  note: NOT_YOU,
});
