export { buttonHtml, escaped, type MailText, mailFrame, oneLine } from './compose-mail.ts';
export { countMails, deleteMailsBefore } from './mail-store.ts';
export { canMail, deliverMail, handMail, mailProblem, queueMail, sendNow } from './send-mail.ts';
