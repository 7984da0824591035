import type { Translation } from '@picket/i18n/messages';
import type english from '../en/service.ts';

export default {
  'maintenance.title': 'Wartung',
  'maintenance.unavailable': 'Dienst nicht verfügbar',
  'maintenance.down': 'Picket ist zurzeit nicht verfügbar. Bitte versuchen Sie es später erneut.',
  'maintenance.reloads':
    'Danach geht es hier von selbst weiter, und Ihre Eingaben bleiben erhalten. Geräte speichern ihre Messwerte und senden sie, sobald Picket wieder da ist.',
  'maintenance.heading': 'Picket wird gewartet',
  'maintenance.start': 'Beginn',
  'maintenance.reason': 'Grund',
  'offline.title': 'Sie sind offline',
  'offline.noAnswer': 'Picket ist von hier aus nicht erreichbar',
  'offline.text': 'Die letzten Werte bleiben sichtbar; sobald Picket wieder antwortet, geht es von selbst weiter.',
  'offline.connected': 'Verbindung wieder da.',
  'offline.lastResponse': 'Letzte Antwort um {time}, {age}',
  'version.title': 'Version',
  'version.heading': 'Version {version}',
  'version.problem': 'Die Version konnte nicht geladen werden',
  'version.builtFrom': 'Erstellt aus {commit}',
  'version.libraries': 'Bibliotheken',
  'version.toLocations': 'Zu den Standorten',
  'crash.title': 'Hoppla, etwas ist schiefgegangen',
  'crash.text': 'Melden Sie sich ab und wieder an.',
  'crash.support': 'Geschieht es wieder, schreiben Sie an <link>{address}</link>.',
  'crash.help':
    'Geschieht es wieder, fragen Sie einen Administrator Ihrer Organisation, oder sehen Sie in der <link>Hilfe</link> nach.',
  'crash.signOut': 'Abmelden',
  'crash.reload': 'Seite neu laden',
} satisfies Translation<typeof english>;
