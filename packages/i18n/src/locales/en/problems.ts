/** What Picket finds wrong with itself: health checks, backups, system alerts. Read through src/problem-words.ts. */
export default {
  STORAGE_FAILS:
    'Readings cannot be stored: {cause, select, DISK_FULL {the disk of the database is full: } NO_RESOURCES {the database has no resources left: } READ_ONLY {the database is read-only: } REFUSED {the database refuses what it should allow: } DAMAGED {stored data is damaged: } TOO_SLOW {the database was too slow: } NO_ANSWER {the database gave no answer within } UNREACHABLE {the database cannot be reached: } other {}}{message} ({step, select, connect {while connecting} privileges {while privileges were checked} disk {while free space was checked} state {while the state of the evaluation was stored} alert {while an alert was stored} delivery {while a notification was stored} reading {while a reading was stored} commit {while the transaction was committed} report {while a report was stored} other {{step}}})',
  MQTT_SILENT: 'Readings over MQTT are not received: the broker cannot be reached, or does not let Picket listen',
  MQTT_ACCOUNTS_OUTDATED:
    'Accounts of sentries at the MQTT broker are not kept up to date: the broker cannot be reached, or refuses',
  EVALUATION_LATE:
    'Evaluation is behind: {sentries, plural, one {# sentry waits} other {# sentries wait}} for more than a minute',
  NOTIFICATIONS_LATE:
    'Notifications are behind: {messages, plural, one {# message waits} other {# messages wait}} for more than a minute',
  MAIL_REFUSED:
    'No mail was taken for a quarter of an hour, {mails, plural, one {# mail waits} other {# mails wait}}: {answer}',
  MAIL_UNANSWERED:
    'No mail was taken for a quarter of an hour, {mails, plural, one {# mail waits} other {# mails wait}}: no answer',
  RECEIVERS_SILENT:
    'Notifications wait: {messages, number} to {destinations, plural, one {# destination that does} other {# destinations that do}} not answer since {since}',
  DISK_FILLS: 'The disk fills: {free} of {total} are free',
  VIDEO_DISK_FILLS:
    'The disk of the video fills: {free} of {total} are free. When it is nearly full, no video is accepted',
  VIDEO_QUOTA_FILLS:
    'The video of {tenant} fills its quota: {used} of {limit}{others, plural, =0 {} one {, and of # more organization} other {, and of # more organizations}}',
  SENTRY_THROTTLED:
    'Too many readings from {sentry} of {tenant}: {reports, plural, one {# report was} other {# reports were}} refused{others, plural, =0 {} one {, and those of # more sentry or organization} other {, and those of # more sentries or organizations}}. The sentry keeps them and sends them later',
  TENANT_THROTTLED:
    'Too many readings from the sentries of {tenant} together: {reports, plural, one {# report was} other {# reports were}} refused{others, plural, =0 {} one {, and those of # more sentry or organization} other {, and those of # more sentries or organizations}}. The sentries keep them and send them later',
  DATABASE_SETTINGS:
    'The database is not set up for durability: {settings}. A power cut can lose acknowledged readings, or damage goes unnoticed',
  DAMAGED_PAGES:
    'The database met {pages, plural, one {# damaged page} other {# damaged pages}}: run fsck to see where, then restore a backup',
  DAMAGED_PAGES_LATELY:
    'The database met {pages, plural, one {# damaged page} other {# damaged pages}}, the last on {lastAt}: run fsck to see where, then restore a backup',
  AUDIT_NOT_WRITTEN:
    'The audit log cannot be written: {entries, plural, one {# entry waits} other {# entries wait}} on this server’s disk',
  AUDIT_CHANGED:
    'The audit log of {tenant} was changed outside Picket: {entries, select, MANY {entries {first, number} to {last, number}} other {entry {first, number}}}: {kind, select, CHANGED {not as Picket wrote it} MISSING {missing} FOREIGN {not written by Picket} SKIPPED {not written by Picket, and removed again} DETACHED {does not continue the entry before it} END_DIFFERS {recorded as the last entry with another content} END_MAC_INVALID {the MAC of the end of the log is missing or wrong} CUT {copied outside the database and missing here} ANCHOR_DIFFERS {not the one that was copied outside the database} ANCHORS_DAMAGED {copies outside the database were changed} ANCHORS_MISSING {the copy outside the database was removed} other {not as it was}}{others, plural, =0 {} one {, and # other problem} other {, and # other problems}}',
  BACKUP_FAILED: 'The last backup failed: {why}',
  BACKUP_MISSING: 'There is no backup',
  BACKUP_OLD: 'The newest backup is {days, plural, one {# day} other {# days}} old',
  BACKUP_AHEAD:
    'Backups with a name of the future: {backups, number}, the last of them {name}. They were made while the clock was wrong: move them away',
  ARCHIVE_FAILS:
    'Archiving of the database fails since {since}{waiting, plural, =0 {} one {, # file waits} other {, # files wait}}: later changes cannot be restored to an instant',
  ARCHIVE_LATE:
    'Nothing of the database was archived since {since}{waiting, plural, =0 {} one {, # file waits} other {, # files wait}}: later changes cannot be restored to an instant',
  ARCHIVE_INCOMPLETE:
    'The archive of the database lacks changes from {since}: instants after that can be restored only from the next base backup on',
  ARCHIVE_OFF:
    'The archive of the database is off: later changes cannot be restored to an instant. After a restore, reset archive_mode and restart the database',
  BASE_BACKUP_FAILED: 'The last base backup of the database failed: {why}',
  BASE_BACKUP_UNREADABLE:
    'A base backup of the database cannot be read, and nothing of the archive is deleted meanwhile: {why}',
  RECOVERY_CHECK_FAILED: 'The archive of the database could not be restored in a check: {why}',
  RECOVERY_CHECK_OVERDUE:
    'For {days, plural, one {# day} other {# days}} no check has shown that the archive of the database can be restored',
  RECOVERY_CHECK_SKIPPED:
    'For {days, plural, one {# day} other {# days}} no check has shown that the archive of the database can be restored. The last one was skipped: {why}',
  CLOCK_JUMPED_AHEAD:
    'This server’s clock jumped ahead by {by}; readings wait until it is right again, or certain to be',
  CLOCK_JUMPED_BACK: 'This server’s clock jumped back by {by}; readings wait until it is right again, or certain to be',
  DATABASE_CLOCK_AHEAD: 'The database’s clock is {by} ahead of this server’s; readings wait until they agree',
  DATABASE_CLOCK_BEHIND: 'The database’s clock is {by} behind this server’s; readings wait until they agree',
  CLOCK_SET_AHEAD: 'The clock was set ahead by {by}, which counts as right now: see that it is',
  CLOCK_SET_BACK: 'The clock was set back by {by}, which counts as right now: see that it is',
  CLOCK_OFF: 'The clock is off by {by}: times of alerts and links are wrong',
  DELETIONS_WAIT:
    'Picket did not run for {days, plural, one {# day} other {# days}}, or its clock was wrong: nothing is deleted for its age until {until}. See that the clock is right',
  CHECK_FAILED: 'The health check {check} failed: {why}',
  DELIVERIES_MISSED:
    '{deliveries, plural, one {# delivery was missing and was} other {# deliveries were missing and were}} created afterwards: people were notified late',
  MESSAGE_ABANDONED: 'A message could not be delivered and was given up: {answer}',
} as const;
