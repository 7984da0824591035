/** The texts of invitations. */
import type { MailText } from '../mail/index.ts';

const UNEXPECTED = 'If you did not expect this, you can ignore it: nothing happens without the link.';

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
