import type { Catalog } from '../../messages.ts';

/** What packages/domain and packages/contracts refuse with. Sentences about a field continue its name: "muss …", "hat …". */
export default {
  // Errors
  'Request validation failed': 'Die Angaben sind nicht gültig',
  'Normalidation Failed': 'Der Name ist nicht gültig',
  'The request body cannot be read': 'Die Anfrage kann nicht gelesen werden',
  'Sign in first': 'Melden Sie sich zuerst an',
  'Set up a second factor first': 'Richten Sie zuerst einen zweiten Faktor ein',
  'Confirm your identity first': 'Bestätigen Sie zuerst, dass Sie es sind',
  'This code is wrong or was used already': 'Dieser Code ist falsch oder wurde schon verwendet',
  'The sign-in has expired or had too many attempts; start again':
    'Die Anmeldung ist abgelaufen oder hatte zu viele Versuche; beginnen Sie neu',
  'There is no account for this single sign-on identity; ask an administrator to invite your address':
    'Für diese Identität des Single Sign-on gibt es kein Konto; bitten Sie einen Administrator, Ihre Adresse einzuladen',
  'E-mail or password is wrong': 'E-Mail-Adresse oder Passwort ist falsch',
  'This request came from another website and was refused':
    'Diese Anfrage kam von einer anderen Website und wurde abgelehnt',
  'permission not satisfied': 'Dazu fehlt Ihnen die Berechtigung',
  'Not found': 'Nicht gefunden',
  'This conflicts with the current state': 'Das widerspricht dem aktuellen Stand',
  'This link has been used already': 'Dieser Link wurde schon verwendet',
  'This link has expired': 'Dieser Link ist abgelaufen',
  'The cameras of this location are off': 'Die Kameras dieses Standorts sind aus',
  'This sentry has no camera': 'Dieser Wächter hat keine Kamera',
  'This camera has a privacy mask that its device cannot paint, so it is not shown':
    'Diese Kamera hat eine Maske, die ihr Gerät nicht zeichnen kann; deshalb wird sie nicht gezeigt',
  'This has been deleted': 'Das wurde gelöscht',
  'precondition failed (resource unmodified since date)': 'Seit diesem Zeitpunkt wurde nichts geändert',
  'precondition failed (resource modified since date)': 'Das wurde inzwischen geändert; laden Sie die Seite neu',
  'The request body is too large': 'Die Anfrage ist zu groß',
  'This kind of content is not accepted here': 'Inhalte dieser Art werden hier nicht angenommen',
  'This cannot be done': 'Das ist nicht möglich',
  'This is a WebSocket: connect with an upgrade': 'Das ist ein WebSocket: Verbinden Sie sich mit einem Upgrade',
  'Too many requests; try again later': 'Zu viele Anfragen; versuchen Sie es später noch einmal',
  'This sentry has sent more readings than it may; keep the report and send it again later':
    'Dieser Wächter hat mehr Messwerte gesendet, als er darf; behalten Sie die Meldung und senden Sie sie später noch einmal',
  'The sentries of this organization have sent more readings than they may; keep the report and send it again later':
    'Die Wächter dieser Organisation haben mehr Messwerte gesendet, als sie dürfen; behalten Sie die Meldung und senden Sie sie später noch einmal',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'Busy; try again shortly': 'Der Server ist ausgelastet; versuchen Sie es gleich noch einmal',

  // What a schema says by itself
  'must not be empty': 'darf nicht leer sein',
  'not a valid e-mail address': 'ist keine gültige E-Mail-Adresse',
  'must be a number': 'muss eine Zahl sein',
  'has more than {limit} characters': 'hat mehr als {limit, number} Zeichen',
  'has fewer than {limit} characters': 'hat weniger als {limit, number} Zeichen',
  'must be at most {limit}': 'darf höchstens {limit, number} sein',
  'must be at least {limit}': 'muss mindestens {limit, number} sein',
  'is not valid': 'ist nicht gültig',
  'has too many entries': 'hat zu viele Einträge',
  'has too few entries': 'hat zu wenige Einträge',
  'is missing or has the wrong type': 'fehlt oder hat die falsche Form',
  'is none of the possible values': 'ist keiner der möglichen Werte',
  'has a field that is not known': 'hat ein unbekanntes Feld',

  // Texts, names, times
  'contains an incomplete character (lone surrogate)': 'enthält ein unvollständiges Zeichen (einzelnes Surrogat)',
  'must not contain control characters': 'darf keine Steuerzeichen enthalten',
  'must not contain control characters or line breaks': 'darf keine Steuerzeichen und keine Zeilenumbrüche enthalten',
  'contains a code point that is not a character': 'enthält einen Codepunkt, der kein Zeichen ist',
  'cannot create resource with name length': 'Der Name ist zu lang',
  'cannot create resource with empty name': 'Der Name darf nicht leer sein',
  'disallowed characters': 'Der Name enthält Zeichen, die nicht erlaubt sind',
  'unencodable characters': 'Der Name enthält Zeichen, die nicht kodiert werden können',
  'duplicate name': 'Diesen Namen gibt es schon',
  'cannot create attribute key for empty argument': 'Der Name eines Merkmals darf nicht leer sein',
  'Feedback is too long': 'Die Rückmeldung ist zu lang',
  'Input date time cannot be parsed': 'ist kein Datum mit Uhrzeit, das gelesen werden kann',
  'invalid timezone': 'ist keine gültige Zeitzone',
  'write it as 2026-05': 'Schreiben Sie den Monat wie 2026-05',
  'Enter a host': 'Geben Sie einen Host ein',
  'Enter a host name or an IP address': 'Geben Sie einen Hostnamen oder eine IP-Adresse ein',
  'Enter a name': 'Geben Sie einen Namen ein',
  'Enter a reason': 'Geben Sie einen Grund ein',
  'Enter a text': 'Geben Sie einen Text ein',
  'Enter a title': 'Geben Sie einen Titel ein',
  'Enter a topic': 'Geben Sie ein Topic ein',
  'must not be the same as for on': 'darf nicht derselbe wie für an sein',
  'Enter an address': 'Geben Sie eine Adresse ein',
  'must be MQTT, NUT, SNMP, MODBUS or PROMETHEUS': 'muss MQTT, NUT, SNMP, MODBUS oder PROMETHEUS sein',
  'must be MQTT, BROKER, NUT, SNMP, MODBUS, PROMETHEUS or WEBHOOK':
    'muss MQTT, BROKER, NUT, SNMP, MODBUS, PROMETHEUS oder WEBHOOK sein',
  'must not be 0': 'darf nicht 0 sein',
  'has no room for a number of this size': 'hat keinen Platz für eine Zahl dieser Größe',
  'is for a holding or input register of 16 bits': 'gilt für ein Holding- oder Input-Register von 16 Bit',
  'must be a state: a coil, an input or a bit is 1 or 0':
    'muss ein Zustand sein: Ein Coil, ein Eingang oder ein Bit ist 1 oder 0',
  'must be a unit of this kind of value': 'muss eine Einheit dieser Art von Wert sein',
  'Choose a unit': 'Wählen Sie eine Einheit',
  'Add a value': 'Fügen Sie einen Wert hinzu',
  'has more than 50 values': 'hat mehr als 50 Werte',
  'Another value has this name': 'Ein anderer Wert hat diesen Namen',
  'is not the name of a label': 'ist kein Name eines Labels',
  'has more than 20 labels': 'hat mehr als 20 Labels',
  'must be a metric, such as node_hwmon_temp_celsius': 'muss eine Metrik sein, etwa node_hwmon_temp_celsius',
  'must be from 1 to 65535': 'muss zwischen 1 und 65535 liegen',
  'may hold printable ASCII characters only': 'darf nur druckbare ASCII-Zeichen enthalten',
  'has more than 30 marks on one character': 'hat mehr als 30 Zeichen über und unter einem Buchstaben',
  'may hold Latin-1 characters only': 'darf nur Zeichen aus Latin-1 enthalten',
  'may hold letters, digits, dots, dashes and underscores only':
    'darf nur Buchstaben, Ziffern, Punkte, Binde- und Unterstriche enthalten',
  'may hold letters, digits and dots only': 'darf nur Buchstaben, Ziffern und Punkte enthalten',
  'letters, digits, - and _ only, at most 64': 'nur Buchstaben, Ziffern, - und _, höchstens 64',
  'must be an http:// or https:// address': 'muss eine Adresse mit http:// oder https:// sein',
  'must not contain a password': 'darf kein Passwort enthalten',
  'must not hold a user name or password': 'darf weder Benutzernamen noch Passwort enthalten',
  'is not a header name': 'ist kein Name eines Headers',
  'is set by Picket itself': 'wird von Picket selbst gesetzt',
  'is not the name of a column': 'ist kein Name einer Spalte',
  'must be a SHA-256 in hexadecimal, small letters': 'muss ein SHA-256 in hexadezimalen Kleinbuchstaben sein',
  'must be base64: and the password': 'muss aus base64: und dem Passwort bestehen',
  'must be the id of a signal': 'muss die Kennung eines Signals sein',
  'must be a session description': 'muss eine Sitzungsbeschreibung sein',
  'must be an ICE candidate': 'muss ein ICE-Kandidat sein',
  'is longer than 1000 characters': 'ist länger als 1000 Zeichen',
  'must be the name of a media section': 'muss der Name eines Medienabschnitts sein',
  'must be a stun: or turn: address': 'muss eine Adresse mit stun: oder turn: sein',

  // Passwords and people
  'Use at least {least} characters (this has {length}).':
    'Verwenden Sie mindestens {least, number} Zeichen (jetzt sind es {length, number}).',
  'Use at most {most} characters.': 'Verwenden Sie höchstens {most, number} Zeichen.',
  'Too few different characters: this is easy to guess.':
    'Zu wenige verschiedene Zeichen: Dieses Passwort ist leicht zu erraten.',
  'This one is on every list of common passwords.': 'Dieses Passwort steht auf jeder Liste häufiger Passwörter.',
  'Use more than your e-mail address, your name, your organization or the word Picket.':
    'Verwenden Sie mehr als Ihre E-Mail-Adresse, Ihren Namen, Ihre Organisation oder das Wort Picket.',
  'This repeats one short part: it is guessed as fast as that part alone.':
    'Hier wiederholt sich ein kurzer Teil: Das ist so schnell zu erraten wie dieser Teil allein.',
  'choose at least one role': 'Wählen Sie mindestens eine Rolle',
  'METRICS is for the whole organization; leave the location out':
    'Nutzungsdaten gelten für die ganze Organisation; lassen Sie den Standort weg',
  'send a code or a passkey': 'Senden Sie einen Code oder einen Passkey',

  // Policies, zones, schedules
  'names a day twice': 'nennt einen Tag doppelt',
  'the end must differ from the begin': 'Ende und Beginn müssen verschieden sein',
  'a schedule is needed': 'Es fehlt ein Zeitplan',
  'each step comes later than the one before': 'Jede Stufe muss später kommen als die vorige',
  'two violations have this description': 'Zwei Verstöße haben diese Beschreibung',
  'two conditions of this violation are on this sensor': 'Zwei Bedingungen dieses Verstoßes betreffen diesen Sensor',
  'silence cannot be combined with other conditions': 'Funkstille kann nicht mit anderen Bedingungen kombiniert werden',
  'silence is compared by {operator} and its own value':
    'Funkstille wird mit {operator} und ihrem eigenen Wert verglichen',
  'the policy has no violation of this description': 'Die Regel hat keinen Verstoß mit dieser Beschreibung',
  'the violation has no such condition': 'Der Verstoß hat keine solche Bedingung',
  'there is no metric {metric}': 'Die Messgröße {metric} gibt es nicht',
  '{metric} has no such column; it has {columns}': '{metric} hat keine solche Spalte, sondern {columns}',
  '{metric} has no pictures, so no zones': '{metric} hat keine Bilder, also auch keine Zonen',
  '{grab} needs a window of more than 0 minutes': '{grab} braucht einen Zeitraum von mehr als 0 Minuten',
  'must be metrics, separated by commas': 'muss aus Messgrößen bestehen, durch Kommas getrennt',
  'must be states of alerts, separated by commas': 'muss aus Zuständen von Alarmen bestehen, durch Kommas getrennt',
  'name a metric or a kind of alert': 'Nennen Sie eine Messgröße oder eine Art von Alarm',
  'names an alert twice': 'nennt einen Alarm doppelt',
  'names nothing': 'nennt nichts',
  'is no key of a message': 'ist kein Schlüssel einer Nachricht',
  'values or frame is missing': 'values oder frame fehlt',
  'Coordinate out of bounds': 'Die Koordinate liegt außerhalb',
  'Coordinate out of bounds: {found} rows where there are {rows}':
    'Koordinaten außerhalb: {found, number} Zeilen, wo es {rows, number} gibt',
  'Coordinate out of bounds: {found} cells where there are {columns}':
    'Koordinaten außerhalb: {found, number} Felder, wo es {columns, number} gibt',
  'dirty row or column mapping: {found} rows onto {rows}':
    '{found, number} Zeilen lassen sich nicht gleichmäßig auf {rows, number} abbilden',
  'dirty row or column mapping: {found} columns onto {columns}':
    '{found, number} Spalten lassen sich nicht gleichmäßig auf {columns, number} abbilden',
  'dirty row or column mapping: the parent has {rows} rows':
    'Die Zeilen passen nicht: Die übergeordnete Zone hat {rows, number}',
  'dirty row or column mapping: the parent has {columns} columns':
    'Die Spalten passen nicht: Die übergeordnete Zone hat {columns, number}',
  'includes no cell': 'enthält kein Feld',
  'is not part of the parent zone any more': 'gehört nicht mehr zur übergeordneten Zone',
  'must be a topic without + and #, such as homeassistant': 'muss ein Topic ohne + und # sein, etwa homeassistant',
} as const satisfies Catalog;
