import type { Translation } from '../../messages.ts';
import type english from '../en/defaults.ts';

export default {
  'Sentry offline': 'Wächter offline',
  'No report for 2 minutes': 'Keine Meldung seit 2 Minuten',
  'No report for 15 minutes': 'Keine Meldung seit 15 Minuten',
  'Room temperature': 'Raumtemperatur',
  'Too cold': 'Zu kalt',
  'Too hot': 'Zu heiß',
  Humidity: 'Luftfeuchte',
  'Too dry': 'Zu trocken',
  'Too humid': 'Zu feucht',
  Motion: 'Bewegung',
  Thermal: 'Wärmebild',
  'Hot spot': 'Heiße Stelle',
  Tamper: 'Sabotage',
  'Tampered with': 'Manipuliert',
  'Bluetooth discovery': 'Bluetooth-Suche',
  'Bluetooth devices changed': 'Andere Bluetooth-Geräte',
  'On battery power': 'Akkubetrieb',
  'Bad power source': 'Schlechte Stromquelle',
  'Fluid leak': 'Leck',
  'Fluid sensor low battery': 'Batterie des Flüssigkeitssensors schwach',
  'Fluid sensor battery low': 'Batterie des Flüssigkeitssensors schwach',
  'Fluid sensor missing': 'Flüssigkeitssensor offline',
} satisfies Translation<typeof english>;
