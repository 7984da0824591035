export { buttonHtml, escapeHtml, type MailText, mailFrame } from './compose-mail.ts';
export { deliverMail } from './deliver-mail.ts';
export { mailFailure } from './mail-failure.ts';
export { MailStages, type ReachedStage } from './mail-stages.ts';
export { countMails, deleteMailsBefore } from './mail-store.ts';
export { isMailConfigured, queueMail } from './queue-mail.ts';
export { formatMailError, relayOf } from './relay-health.ts';
export { claimRelayProbe, forgetRelay, getRelayHealth } from './relay-store.ts';
export { sendMail, sendNow } from './send-mail.ts';
