export { buttonHtml, escaped, type MailText, mailFrame, oneLine } from './compose-mail.ts';
export { type MailFailure, mailFailure } from './mail-failure.ts';
export { countMails, deleteMailsBefore } from './mail-store.ts';
export { relayHealth, takeRelayProbe } from './relay-store.ts';
export { canMail, deliverMail, handMail, mailProblem, queueMail, relayOf, sendNow } from './send-mail.ts';
