import type { Catalog } from '@picket/i18n/messages';

/** What the server refuses with. Sentences about a field continue its name: "muss …", "ist …". */
export default {
  // Requests
  'holds a character or number that cannot be stored':
    'enthält ein Zeichen oder eine Zahl, die nicht gespeichert werden kann',
  'is wrong': 'ist falsch',
  'is missing': 'fehlt',
  'is not a cursor this list gave': 'ist kein Cursor dieser Liste',
  'must be later than from': 'muss nach dem Beginn liegen',
  'must lie at most {days} days after from':
    'darf höchstens {days, plural, one {einen Tag} other {{days, number} Tage}} nach dem Beginn liegen',
  'The body ended before it was complete': 'Die Anfrage endete, bevor sie vollständig war',
  'The compressed body is damaged': 'Die komprimierte Anfrage ist beschädigt',
  'The body is nested too deeply': 'Der Inhalt ist zu tief verschachtelt',
  'content-encoding {encoding} is not accepted': 'content-encoding {encoding} wird nicht angenommen',
  'precondition failed (resource modified since date): expected {expected}, actual {actual}':
    'Das wurde inzwischen geändert (erwartet: {expected}, jetzt: {actual}); laden Sie die Seite neu',
  'You are already downloading something; wait until that is done':
    'Sie laden schon etwas herunter; warten Sie, bis das fertig ist',
  'Your organization has {limit} downloads in progress; wait until one is done':
    'Ihre Organisation lädt gerade {limit, number} Dateien herunter; warten Sie, bis eine fertig ist',
  'You have {limit} event streams open, which is the limit. Close one, or poll instead.':
    'Sie haben {limit, number} Ereignisströme offen, mehr sind nicht möglich. Schließen Sie einen, oder fragen Sie regelmäßig ab.',
  'This wall display has {limit} event streams open, which is the limit. Close one, or poll instead.':
    'Diese Wandanzeige hat {limit, number} Ereignisströme offen, mehr sind nicht möglich. Schließen Sie einen, oder fragen Sie regelmäßig ab.',
  'Your organization has {limit} event streams open, which is the limit. Close one, or poll instead.':
    'Ihre Organisation hat {limit, number} Ereignisströme offen, mehr sind nicht möglich. Schließen Sie einen, oder fragen Sie regelmäßig ab.',
  'This server has {limit} event streams open, which is the limit. Close one, or poll instead.':
    'Dieser Server hat {limit, number} Ereignisströme offen, mehr sind nicht möglich. Schließen Sie einen, oder fragen Sie regelmäßig ab.',

  // Signing in, accounts
  'is not your password': 'ist nicht Ihr Passwort',
  'is not UTF-8 text': 'ist kein Text in UTF-8',
  'This is the password you have.': 'Das ist Ihr jetziges Passwort.',
  'is not the code of the app': 'ist nicht der Code der App',
  'was already used; wait for the next one': 'wurde schon verwendet; warten Sie auf den nächsten',
  'has expired; start again': 'ist abgelaufen; beginnen Sie neu',
  'does not match the challenge': 'passt nicht zur Anfrage',
  'This passkey is already registered': 'Dieser Passkey ist schon eingerichtet',
  'Passkeys need a host name; open Picket with a host name instead of an address':
    'Passkeys brauchen einen Hostnamen; öffnen Sie Picket unter einem Hostnamen statt unter einer IP-Adresse',
  'You have 20 passkeys; remove one first': 'Sie haben 20 Passkeys; entfernen Sie zuerst einen',
  'An authenticator app is set up; remove it first':
    'Eine Authenticator-App ist schon eingerichtet; entfernen Sie sie zuerst',
  'Start setting up the authenticator app first': 'Beginnen Sie zuerst, die Authenticator-App einzurichten',
  'Your organization requires a second factor; add another one first':
    'Ihre Organisation verlangt einen zweiten Faktor; fügen Sie zuerst einen anderen hinzu',
  'You have neither a password nor a second factor; sign in again':
    'Sie haben weder ein Passwort noch einen zweiten Faktor; melden Sie sich neu an',
  'Sign in again to confirm it is you': 'Melden Sie sich neu an, um zu bestätigen, dass Sie es sind',
  'The single sign-on provider cannot be reached': 'Der Anbieter des Single Sign-on ist nicht erreichbar',
  'The single sign-on provider did not confirm who you are':
    'Der Anbieter des Single Sign-on hat nicht bestätigt, wer Sie sind',
  'The single sign-on provider did not return your e-mail address':
    'Der Anbieter des Single Sign-on hat Ihre E-Mail-Adresse nicht mitgeteilt',
  'contains a location you do not have access to': 'enthält einen Standort, auf den Sie keinen Zugriff haben',
  'is more than you may do yourself': 'ist mehr, als Sie selbst dürfen',

  // Users and organizations
  'This is the last administrator; make another user an administrator first':
    'Das ist der letzte Administrator; machen Sie zuerst einen anderen Benutzer zum Administrator',
  'You are the last administrator; make another user an administrator first':
    'Sie sind der letzte Administrator; machen Sie zuerst einen anderen Benutzer zum Administrator',
  'is already used by another account': 'wird schon von einem anderen Konto verwendet',
  'is already used by another account of this organization':
    'wird schon von einem anderen Konto dieser Organisation verwendet',
  'This user has already signed up': 'Dieser Benutzer hat sich schon registriert',
  'This user has not signed up yet; renew the invitation':
    'Dieser Benutzer hat sich noch nicht registriert; erneuern Sie die Einladung',
  'This user has no second factor': 'Dieser Benutzer hat keinen zweiten Faktor',
  'there is no such location': 'Diesen Standort gibt es nicht',
  'the admin tenant cannot be suspended: nobody could reactivate it':
    'Die verwaltende Organisation kann nicht gesperrt werden: Niemand könnte sie wieder freigeben',
  'at most {limit} organizations can be for demonstration':
    'Höchstens {limit, number} Organisationen können zur Vorführung dienen',
  'Suspend the organization first: it is deleted for good':
    'Sperren Sie die Organisation zuerst: Sie wird endgültig gelöscht',
  'The admin tenant runs the others and stays':
    'Die verwaltende Organisation verwaltet die anderen und bleibt bestehen',
  'must be after the start, and in the future': 'muss nach dem Beginn und in der Zukunft liegen',
  'What is erased cannot be noted beside the backups now':
    'Was gelöscht wird, lässt sich neben den Sicherungen gerade nicht festhalten',
  'A backup is already running': 'Eine Sicherung läuft schon',
  'A check is already running': 'Eine Prüfung läuft bereits',
  'Picket keeps no archive of the database that it can read':
    'Picket führt kein Archiv der Datenbank, das es lesen kann',
  'Readings cannot be stored now': 'Messwerte können im Moment nicht gespeichert werden',
  'The log is being verified; wait until that is done':
    'Das Protokoll wird gerade geprüft; warten Sie, bis das fertig ist',

  // Locations, sentries, sensors
  'This location still has sentries; remove them first': 'Dieser Standort hat noch Wächter; entfernen Sie sie zuerst',
  'this sentry has too many sensors already': 'dieser Wächter hat schon zu viele Sensoren',
  'there is no such sentry at this location': 'Diesen Wächter gibt es an diesem Standort nicht',
  'No device has been activated yet; there is none to replace':
    'Es wurde noch kein Gerät aktiviert; es gibt keines zu ersetzen',
  'This activation code is unknown, used or expired':
    'Dieser Aktivierungscode ist unbekannt, verwendet oder abgelaufen',
  'unknown, used or expired': 'unbekannt, verwendet oder abgelaufen',
  'a simulated sentry keeps its name, so that it is recognized in every message':
    'Ein simulierter Wächter behält seinen Namen, damit er in jeder Nachricht zu erkennen ist',
  'Simulated sentries are turned off on this installation':
    'Simulierte Wächter sind in dieser Installation ausgeschaltet',
  'There are {limit} simulated sentries already; remove one first':
    'Es gibt schon {limit, number} simulierte Wächter; entfernen Sie zuerst einen',
  'This sentry is not simulated': 'Dieser Wächter ist nicht simuliert',
  'is not a simulated sentry of this location': 'ist kein simulierter Wächter dieses Standorts',
  'needs a sensor that is not there': 'braucht einen Sensor, den es nicht gibt',
  '{metric} has no such column': '{metric} hat keine solche Spalte',
  'lies in the future': 'liegt in der Zukunft',
  'No picture was taken by then': 'Bis dahin wurde kein Bild aufgenommen',
  'the location has no coordinates': 'Der Standort hat keine Koordinaten',
  'does not warn there': 'warnt dort nicht',

  // Zones
  'there is no such zone': 'Diese Zone gibt es nicht',
  'is of another sensor than this zone': 'gehört zu einem anderen Sensor als diese Zone',
  'there is no such zone at this location': 'Diese Zone gibt es an diesem Standort nicht',
  'there is no such policy': 'Diese Regel gibt es nicht',
  'belongs to the zone {zone}': 'gehört zur Zone {zone}',
  'This policy has a base zone for this sensor already': 'Diese Regel hat für diesen Sensor schon eine Grundzone',
  'a tagging zone is no base zone; name it in the conditions that see it':
    'Eine Markierungszone ist keine Grundzone; nennen Sie sie in den Bedingungen, die sie sehen',
  'must have a condition on the picture the zone is part of':
    'muss eine Bedingung zu dem Bild haben, zu dem die Zone gehört',
  'there must be one that watches the zone': 'Es muss einen geben, der die Zone überwacht',
  'This zone is used by {users}; change that first': 'Diese Zone wird verwendet: {users}. Ändern Sie das zuerst',
  '{zones} is a sub-zone of this zone; delete it first':
    '{zones} ist eine Teilzone dieser Zone; löschen Sie sie zuerst',
  '{zones} are sub-zones of this zone; delete it first': '{zones} sind Teilzonen dieser Zone; löschen Sie sie zuerst',
  'The zone was edited since': 'Die Zone wurde inzwischen geändert',
  'It was deleted too long ago to be restored: draw the zone again':
    'Die Zone wurde vor zu langer Zeit gelöscht, um sie wiederherzustellen: Zeichnen Sie sie neu',

  // Policies
  'The {policy} policy cannot be deleted': 'Die Regel {policy} kann nicht gelöscht werden',
  'this policy must keep a violation on silence': 'Diese Regel muss einen Verstoß zur Funkstille behalten',
  'It was edited since; restore one of its versions instead':
    'Das wurde inzwischen geändert; stellen Sie stattdessen eine der Versionen wieder her',
  'This alert is not about an edit': 'Bei diesem Alarm geht es nicht um eine Änderung',
  'This edit was reverted already': 'Diese Änderung wurde schon rückgängig gemacht',
  'This policy exists already': 'Diese Regel gibt es schon',
  'There are too many pictures in this stretch; choose a shorter one, or fewer violations':
    'In diesem Zeitraum gibt es zu viele Bilder; wählen Sie einen kürzeren oder weniger Verstöße',
  'There are too many readings in this stretch; choose a shorter one, or fewer sentries':
    'In diesem Zeitraum gibt es zu viele Messwerte; wählen Sie einen kürzeren oder weniger Wächter',

  // Alerts
  'This alert is not open': 'Dieser Alarm ist nicht offen',
  'is not a person who may view this alert': 'ist niemand, der diesen Alarm sehen darf',
  'must be within a week: that is the longest snooze':
    'darf höchstens eine Woche entfernt sein: Länger kann nichts zurückgestellt werden',
  'A policy change has no verdict': 'Eine Regeländerung hat keine Bewertung',
  'This alert has {limit, number} comments, which is the limit':
    'Dieser Alarm hat {limit, number} Kommentare, mehr sind nicht möglich',
  'You have written {limit} comments within a minute. Wait a minute and try again.':
    'Sie haben in einer Minute {limit, number} Kommentare geschrieben. Warten Sie eine Minute, und versuchen Sie es dann noch einmal.',

  // Notifications and where they lead
  'Send a test first': 'Senden Sie zuerst einen Test',
  'The maximum number of channels is reached; remove one first':
    'Mehr Kanäle sind nicht möglich; entfernen Sie zuerst einen',
  'belongs to a person': 'gehört zu einer Person',
  'belongs to the organization; an administrator adds it': 'gehört zur Organisation; ein Administrator fügt ihn hinzu',
  'maintenance lasts 31 days at most': 'Eine Wartung dauert höchstens 31 Tage',
  'must come after its begin': 'muss nach dem Beginn liegen',
  'must lie in the future': 'muss in der Zukunft liegen',
  'names a destination that is not of your organization': 'nennt ein Ziel, das nicht zu Ihrer Organisation gehört',
  'names a location that is not of your organization': 'nennt einen Standort, der nicht zu Ihrer Organisation gehört',
  'names a location this person may not see': 'nennt einen Standort, den diese Person nicht sehen darf',
  'names nobody': 'nennt niemanden',
  'names somebody who is not of your organization, or has not signed up':
    'nennt jemanden, der nicht zu Ihrer Organisation gehört oder sich noch nicht registriert hat',
  'There are {limit} already; remove one first': 'Es gibt schon {limit, number}; entfernen Sie zuerst einen',
  '{host} is allowed already': '{host} ist schon erlaubt',
  'is on the internet: that needs no entry': 'liegt im Internet: Das braucht keinen Eintrag',
  'must be a host and a port, such as ntfy:80 or [fd00::5]:8080':
    'muss aus Host und Port bestehen, z. B. ntfy:80 oder [fd00::5]:8080',
  'must have a port from 1 to 65535': 'muss einen Port zwischen 1 und 65535 haben',
  'could not be reached': 'ist nicht erreichbar',
  'is an address that Picket never connects to': 'ist eine Adresse, zu der sich Picket nie verbindet',
  'leads into a private network, to a host that only administrators of the organization may use':
    'führt in ein privates Netz, zu einem Host, den nur Administratoren der Organisation verwenden dürfen',
  'leads into a private network, and {host} is not allowed for this organization: an administrator of Picket can allow it under Private hosts':
    'führt in ein privates Netz, und {host} ist für diese Organisation nicht erlaubt: Ein Administrator von Picket kann den Host unter „Private Hosts“ erlauben',
  'must be an https:// address: http:// needs {host} to be a private host that is allowed for this organization':
    'muss eine Adresse mit https:// sein: Für http:// muss {host} ein privater Host sein, der für diese Organisation erlaubt ist',
  'must be on port 443 or 8443: another needs {host} to be a private host that is allowed for this organization':
    'muss den Port 443 oder 8443 haben: Für einen anderen muss {host} ein privater Host sein, der für diese Organisation erlaubt ist',
  'is inside a private network: allow {host} under Private hosts of your organization first':
    'liegt in einem privaten Netz: Erlauben Sie zuerst {host} unter „Private Hosts“ Ihrer Organisation',
  'must be encrypted, unless the server is an allowed private host':
    'muss verschlüsselt sein, außer der Server ist ein erlaubter privater Host',
  'must be one of {ports}, unless the server is an allowed private host':
    'muss einer von {ports} sein, außer der Server ist ein erlaubter privater Host',

  // The installation
  'Set the address of the heartbeat first': 'Legen Sie zuerst die Adresse des Lebenszeichens fest',
  'Set up a mail server first': 'Richten Sie zuerst einen Mailserver ein',
  'Enter the password': 'Geben Sie das Passwort ein',
  'Enter the password again: host, port, user or encryption changed':
    'Geben Sie das Passwort noch einmal ein: Host, Port, Benutzer oder Verschlüsselung wurde geändert',
  'Enter the user of this password': 'Geben Sie den Benutzer zu diesem Passwort ein',
  'must be a host name or an IP address': 'muss ein Hostname oder eine IP-Adresse sein',
  'must be the http:// or https:// address at which people open Picket':
    'muss die Adresse mit http:// oder https:// sein, unter der man Picket öffnet',
  '{variable} is set in the environment of the server, and wins. Change it there.':
    '{variable} ist in der Umgebung des Servers gesetzt und hat Vorrang. Ändern Sie es dort.',

  // Video
  'Direct connections are turned off': 'Direkte Verbindungen sind ausgeschaltet',
  'More than {limit} signals in a minute': 'Mehr als {limit, number} Signale in einer Minute',
  'peer: is that of another view; use a new UUID':
    'peer: gehört zu einer anderen Ansicht; verwenden Sie eine neue UUID',
  'The picture has not begun yet': 'Das Bild hat noch nicht begonnen',
  'There is no still yet': 'Es gibt noch kein Standbild',
  'This server sends as many live pictures as it may; try again shortly':
    'Dieser Server sendet so viele Live-Bilder, wie er darf; versuchen Sie es gleich noch einmal',
  'This ticket is unknown, used or expired': 'Dieses Ticket ist unbekannt, verwendet oder abgelaufen',
  'You have {limit} live pictures open, which is the limit; close one':
    'Sie haben {limit, number} Live-Bilder offen, mehr sind nicht möglich; schließen Sie eines',
  '{limit} people view this picture, which is the limit':
    '{limit, number} Personen sehen dieses Bild, mehr sind nicht möglich',
  'A hold keeps this clip; lift it first': 'Dieser Clip ist gesperrt; heben Sie die Sperre zuerst auf',
  'A hold keeps clips as evidence; lift it first': 'Eine Sperre bewahrt Clips als Beweis auf; heben Sie sie zuerst auf',
  'a hold is about one clip, one alert or one location':
    'Eine Sperre gilt für einen Clip, einen Alarm oder einen Standort',
  'only a hold on a location has an interval': 'Nur eine Sperre für einen Standort hat einen Zeitraum',
  'must be after from': 'muss nach dem Beginn liegen',
  'must be in the future': 'muss in der Zukunft liegen',
  'This clip is still being uploaded': 'Dieser Clip wird noch hochgeladen',
  'This link is wrong or has expired': 'Dieser Link ist falsch oder abgelaufen',
  'Video cannot be stored now': 'Video kann im Moment nicht gespeichert werden',
  // Integrations
  'Two of its entities are announced as the same metric now; release the device and adopt it again':
    'Zwei seiner Werte sind jetzt als dieselbe Messgröße angekündigt; geben Sie das Gerät frei und übernehmen Sie es erneut',
  'The device measures nothing that the one before measured; adopt it as a sentry of its own':
    'Das Gerät misst nichts, was das vorige gemessen hat; übernehmen Sie es als eigenen Wächter',
  'This sentry is not an adopted device': 'Dieser Wächter ist kein übernommenes Gerät',
  'None of its entities is announced any more; release the device instead':
    'Keine seiner Entitäten wird noch angekündigt; geben Sie das Gerät stattdessen frei',
  '{entities} would be read no more, since nobody says any more when it goes off; release the device, and adopt it without it':
    '{entities} würde nicht mehr gelesen, da niemand mehr meldet, wenn es ausgeht; geben Sie das Gerät frei und übernehmen Sie es ohne diesen Wert',
  'The device is adopted already': 'Das Gerät ist schon übernommen',
  'is no entity of this device that becomes a series': 'ist keine Entität dieses Geräts, aus der eine Reihe wird',
  'is a second entity for {name}: choose one of them': 'ist eine zweite Entität für {name}: wählen Sie eine davon',
  'must be mqtt:// or mqtts://, a host and a port, such as mqtt://broker:1883':
    'muss mqtt:// oder mqtts://, ein Host und ein Port sein, etwa mqtt://broker:1883',
  'has to be entered again: what was stored cannot be read':
    'muss noch einmal eingegeben werden: Was gespeichert ist, ist nicht lesbar',
  'has to be entered again for another address': 'muss für eine andere Adresse noch einmal eingegeben werden',
  'The device is adopted; release it first': 'Das Gerät ist übernommen; geben Sie es zuerst frei',
  'Devices of it are adopted; release them first': 'Geräte davon sind übernommen; geben Sie sie zuerst frei',
  'There are {limit} integrations already; remove one first':
    'Es gibt schon {limit, number} Integrationen; entfernen Sie zuerst eine',
  'It stands for an integration: remove the integration instead':
    'Er steht für eine Integration: Entfernen Sie stattdessen die Integration',
  'This sentry has no device of its own': 'Dieser Wächter hat kein eigenes Gerät',
  'must begin with mqtts://, unless the broker is an allowed private host':
    'muss mit mqtts:// beginnen, wenn der Broker kein erlaubter privater Host ist',
  'must be on port 8883, 8884 or 443, unless the broker is an allowed private host':
    'muss auf Port 8883, 8884 oder 443 sein, wenn der Broker kein erlaubter privater Host ist',
  'must be a host, such as ups.lan or 10.0.0.5': 'muss ein Host sein, etwa ups.lan oder 10.0.0.5',
  'must be an allowed private host: allow {host} under Private hosts of your organization first':
    'muss ein erlaubter privater Host sein: Erlauben Sie {host} zuerst unter Private Hosts Ihrer Organisation',
  'must be one line': 'muss eine Zeile sein',
  'Enter a community': 'Geben Sie eine Community ein',
  'Enter a user': 'Geben Sie einen Benutzer ein',
  'must have from 8 to 200 characters': 'muss 8 bis 200 Zeichen haben',
  'must have from 1 to 200 characters': 'muss 1 bis 200 Zeichen haben',
  'This integration is no webhook': 'Diese Integration ist kein Webhook',
  'This integration is no broker that devices connect to':
    'Diese Integration ist kein Broker, mit dem Geräte sich verbinden',
  'This server takes no connections of devices: its operator has to set PICKET_MQTT_LISTEN':
    'Dieser Server nimmt keine Verbindungen von Geräten an: Sein Betreiber muss PICKET_MQTT_LISTEN einstellen',
  'is not possible at a broker that a gateway reads': 'ist an einem Broker, den ein Gateway liest, nicht möglich',
  'is no gateway of this organization': 'ist kein Gateway dieser Organisation',
  'What its gateway observed is being stored: try again in a moment, or turn the integration off first':
    'Was das Gateway beobachtet hat, wird gerade gespeichert: Versuchen Sie es gleich noch einmal, oder schalten Sie die Integration zuerst aus',
  'is no setting of this kind of integration': 'ist keine Einstellung dieser Art von Integration',
  'must be the topic of one device, without + and #': 'muss das Topic eines Geräts sein, ohne + und #',
  'must be a place in the message, such as sensors[0].temperature':
    'muss eine Stelle in der Nachricht sein, etwa sensors[0].temperature',
} as const satisfies Catalog;
