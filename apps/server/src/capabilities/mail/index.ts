export type { MailText } from './compose-mail.ts';
export { countMails, deleteMailsBefore } from './mail-store.ts';
export { canMail, deliverMail, queueMail, sendNow } from './send-mail.ts';
