export { buttonHtml, escapeHtml, type MailText, mailFrame, toOneLine } from './compose-mail.ts';
export { type MailFailure, mailFailure } from './mail-failure.ts';
export { countMails, deleteMailsBefore } from './mail-store.ts';
export { claimRelayProbe, getRelayHealth } from './relay-store.ts';
export { deliverMail, formatMailError, isMailConfigured, queueMail, relayOf, sendMail, sendNow } from './send-mail.ts';
