import type { Translation } from '../../messages.ts';
import type english from '../en/problems.ts';

export default {
  STORAGE_FAILS:
    'Messwerte können nicht gespeichert werden: {cause, select, DISK_FULL {Der Datenträger der Datenbank ist voll: } NO_RESOURCES {Die Datenbank hat keine Ressourcen mehr: } READ_ONLY {Die Datenbank ist schreibgeschützt: } REFUSED {Die Datenbank verweigert, was sie erlauben sollte: } DAMAGED {Gespeicherte Daten sind beschädigt: } TOO_SLOW {Die Datenbank war zu langsam: } NO_ANSWER {Die Datenbank antwortete nicht innerhalb von } UNREACHABLE {Die Datenbank ist nicht erreichbar: } other {}}{message} ({step, select, connect {beim Verbinden} privileges {beim Prüfen der Rechte} disk {beim Prüfen des freien Speicherplatzes} state {beim Speichern des Auswertungsstands} alert {beim Speichern eines Alarms} delivery {beim Speichern einer Benachrichtigung} reading {beim Speichern eines Messwerts} commit {beim Abschließen der Transaktion} report {beim Speichern einer Meldung} other {{step}}})',
  MQTT_SILENT: 'Über MQTT kommen keine Messwerte an: Der Broker ist nicht erreichbar oder lässt Picket nicht mithören',
  MQTT_ACCOUNTS_OUTDATED:
    'Die Konten der Wächter am MQTT-Broker sind nicht auf dem neuesten Stand: Der Broker ist nicht erreichbar oder lehnt ab',
  EVALUATION_LATE:
    'Die Auswertung ist im Rückstand: {sentries, plural, one {# Wächter wartet} other {# Wächter warten}} seit mehr als einer Minute',
  NOTIFICATIONS_LATE:
    'Benachrichtigungen sind im Rückstand: {messages, plural, one {# Nachricht wartet} other {# Nachrichten warten}} seit mehr als einer Minute',
  MAIL_REFUSED:
    'Seit einer Viertelstunde wurde keine E-Mail angenommen, {mails, plural, one {# E-Mail wartet} other {# E-Mails warten}}: {answer}',
  MAIL_UNANSWERED:
    'Seit einer Viertelstunde wurde keine E-Mail angenommen, {mails, plural, one {# E-Mail wartet} other {# E-Mails warten}}: Der Mailserver antwortet nicht',
  RECEIVERS_SILENT:
    'Benachrichtigungen warten: {messages, number} an {destinations, plural, one {# Ziel, das} other {# Ziele, die}} seit {since} nicht {destinations, plural, one {antwortet} other {antworten}}',
  DISK_FILLS: 'Der Datenträger wird voll: {free} von {total} sind frei',
  VIDEO_DISK_FILLS:
    'Der Datenträger der Videos wird voll: {free} von {total} sind frei. Ist er fast voll, werden keine Videos angenommen',
  VIDEO_QUOTA_FILLS:
    'Die Videos von {tenant} füllen ihr Kontingent: {used} von {limit}{others, plural, =0 {} one {, und die von # weiteren Organisation} other {, und die von # weiteren Organisationen}}',
  SENTRY_THROTTLED:
    'Zu viele Messwerte von {sentry} ({tenant}): {reports, plural, one {# Meldung wurde} other {# Meldungen wurden}} abgewiesen{others, plural, =0 {} one {, und die von # weiteren Wächter oder Organisation} other {, und die von # weiteren Wächtern oder Organisationen}}. Der Wächter behält sie und sendet sie später',
  TENANT_THROTTLED:
    'Zu viele Messwerte von allen Wächtern von {tenant} zusammen: {reports, plural, one {# Meldung wurde} other {# Meldungen wurden}} abgewiesen{others, plural, =0 {} one {, und die von # weiteren Wächter oder Organisation} other {, und die von # weiteren Wächtern oder Organisationen}}. Die Wächter behalten sie und senden sie später',
  DATABASE_SETTINGS:
    'Die Datenbank ist nicht auf Dauerhaftigkeit eingestellt: {settings}. Ein Stromausfall kann bestätigte Messwerte vernichten, oder Schäden bleiben unbemerkt',
  DAMAGED_PAGES:
    'Die Datenbank ist auf {pages, plural, one {# beschädigte Seite} other {# beschädigte Seiten}} gestoßen: fsck zeigt, wo. Stellen Sie danach eine Sicherung wieder her',
  DAMAGED_PAGES_LATELY:
    'Die Datenbank ist auf {pages, plural, one {# beschädigte Seite} other {# beschädigte Seiten}} gestoßen, zuletzt {lastAt}: fsck zeigt, wo. Stellen Sie danach eine Sicherung wieder her',
  AUDIT_NOT_WRITTEN:
    'Das Prüfprotokoll kann nicht geschrieben werden: {entries, plural, one {# Eintrag wartet} other {# Einträge warten}} auf dem Datenträger dieses Servers',
  AUDIT_CHANGED:
    'Das Prüfprotokoll von {tenant} wurde außerhalb von Picket verändert: {entries, select, MANY {Einträge {first, number} bis {last, number}} other {Eintrag {first, number}}}: {kind, select, CHANGED {nicht so, wie Picket ihn geschrieben hat} MISSING {fehlt} FOREIGN {nicht von Picket geschrieben} SKIPPED {nicht von Picket geschrieben und wieder entfernt} DETACHED {setzt den Eintrag davor nicht fort} END_DIFFERS {als letzter Eintrag mit anderem Inhalt verzeichnet} END_MAC_INVALID {der MAC am Ende des Protokolls fehlt oder ist falsch} CUT {außerhalb der Datenbank kopiert und hier nicht vorhanden} ANCHOR_DIFFERS {nicht der, der außerhalb der Datenbank kopiert wurde} ANCHORS_DAMAGED {Kopien außerhalb der Datenbank wurden verändert} ANCHORS_MISSING {die Kopie außerhalb der Datenbank wurde entfernt} other {nicht, wie er war}}{others, plural, =0 {} one {, und # weiteres Problem} other {, und # weitere Probleme}}',
  BACKUP_FAILED: 'Die letzte Sicherung ist fehlgeschlagen: {why}',
  BACKUP_MISSING: 'Es gibt keine Sicherung',
  BACKUP_OLD: 'Die neueste Sicherung ist {days, plural, one {# Tag} other {# Tage}} alt',
  BACKUP_AHEAD:
    'Sicherungen mit einem Namen aus der Zukunft: {backups, number}, zuletzt {name}. Sie wurden angelegt, als die Uhr falsch ging: Legen Sie sie anderswo ab',
  ARCHIVE_FAILS:
    'Das Archivieren der Datenbank schlägt seit {since} fehl{waiting, plural, =0 {} one {, # Datei wartet} other {, # Dateien warten}}: Spätere Änderungen lassen sich nicht auf einen Zeitpunkt wiederherstellen',
  ARCHIVE_LATE:
    'Von der Datenbank wurde seit {since} nichts archiviert{waiting, plural, =0 {} one {, # Datei wartet} other {, # Dateien warten}}: Spätere Änderungen lassen sich nicht auf einen Zeitpunkt wiederherstellen',
  ARCHIVE_INCOMPLETE:
    'Im Archiv der Datenbank fehlen Änderungen ab {since}: Zeitpunkte danach lassen sich erst ab der nächsten Basissicherung wiederherstellen',
  ARCHIVE_OFF:
    'Das Archiv der Datenbank ist ausgeschaltet: Spätere Änderungen lassen sich nicht auf einen Zeitpunkt wiederherstellen. Setzen Sie nach einer Wiederherstellung archive_mode zurück, und starten Sie die Datenbank neu',
  BASE_BACKUP_FAILED: 'Die letzte Basissicherung der Datenbank ist fehlgeschlagen: {why}',
  BASE_BACKUP_UNREADABLE:
    'Eine Basissicherung der Datenbank lässt sich nicht lesen, und so lange wird nichts aus dem Archiv gelöscht: {why}',
  RECOVERY_CHECK_FAILED: 'Das Archiv der Datenbank ließ sich bei einer Prüfung nicht wiederherstellen: {why}',
  RECOVERY_CHECK_OVERDUE:
    'Seit {days, plural, one {# Tag} other {# Tagen}} hat keine Prüfung gezeigt, dass sich das Archiv der Datenbank wiederherstellen lässt',
  RECOVERY_CHECK_SKIPPED:
    'Seit {days, plural, one {# Tag} other {# Tagen}} hat keine Prüfung gezeigt, dass sich das Archiv der Datenbank wiederherstellen lässt. Die letzte wurde ausgelassen: {why}',
  CLOCK_JUMPED_AHEAD:
    'Die Uhr dieses Servers ist um {by} vorgesprungen; Messwerte warten, bis sie wieder richtig geht oder dies feststeht',
  CLOCK_JUMPED_BACK:
    'Die Uhr dieses Servers ist um {by} zurückgesprungen; Messwerte warten, bis sie wieder richtig geht oder dies feststeht',
  DATABASE_CLOCK_AHEAD:
    'Die Uhr der Datenbank geht gegenüber der dieses Servers um {by} vor; Messwerte warten, bis beide übereinstimmen',
  DATABASE_CLOCK_BEHIND:
    'Die Uhr der Datenbank geht gegenüber der dieses Servers um {by} nach; Messwerte warten, bis beide übereinstimmen',
  CLOCK_SET_AHEAD: 'Die Uhr wurde um {by} vorgestellt, was jetzt als richtig gilt: Prüfen Sie, ob das stimmt',
  CLOCK_SET_BACK: 'Die Uhr wurde um {by} zurückgestellt, was jetzt als richtig gilt: Prüfen Sie, ob das stimmt',
  CLOCK_OFF: 'Die Uhr geht um {by} falsch: Zeiten von Alarmen und Links stimmen nicht',
  DELETIONS_WAIT:
    'Picket lief {days, plural, one {# Tag} other {# Tage}} lang nicht, oder die Uhr ging falsch: Bis {until} wird nichts seines Alters wegen gelöscht. Prüfen Sie, ob die Uhr stimmt',
  CHECK_FAILED: 'Die Prüfung {check} ist fehlgeschlagen: {why}',
  DELIVERIES_MISSED:
    '{deliveries, plural, one {# Zustellung fehlte und wurde} other {# Zustellungen fehlten und wurden}} nachträglich angelegt: Empfänger wurden verspätet benachrichtigt',
  MESSAGE_ABANDONED: 'Eine Nachricht konnte nicht zugestellt werden und wurde aufgegeben: {answer}',
} satisfies Translation<typeof english>;
