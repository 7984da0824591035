/** Mails with invitations. */
import type { ServerTexts } from '../../locales/server-texts.ts';
import type { MailText } from '../mail/index.ts';

const daysOf = (ms: number): number => Math.round(ms / 86_400_000);

export const invitationMail = (
  t: ServerTexts,
  invite: {
    readonly inviter: string;
    readonly tenantName: string;
    readonly url: string;
    readonly lifetime: number;
  },
): MailText => ({
  subject: t('mails.invitationSubject', { inviter: invite.inviter, tenant: invite.tenantName }),
  paragraphs: [
    t('mails.invitation', { inviter: invite.inviter, tenant: invite.tenantName }),
    t('mails.choosePassword', { days: daysOf(invite.lifetime) }),
  ],
  button: { label: t('mails.acceptInvitation'), url: invite.url },
  note: t('mails.unexpected'),
});

export const administratorMail = (
  t: ServerTexts,
  invite: {
    readonly tenantName: string;
    readonly url: string;
    readonly lifetime: number;
  },
): MailText => ({
  subject: t('mails.administratorSubject', { tenant: invite.tenantName }),
  paragraphs: [
    t('mails.administrator', { tenant: invite.tenantName }),
    t('mails.choosePassword', { days: daysOf(invite.lifetime) }),
  ],
  button: { label: t('mails.setUpTenant'), url: invite.url },
  note: t('mails.unexpected'),
});
