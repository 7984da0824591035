import type { Translation } from '@picket/i18n/messages';
import type english from '../en/calendar.ts';

export default {
  previous: 'Vorheriger Monat',
  next: 'Nächster Monat',
  by: 'Tage nach',
  'by.alerts': 'Alarme',
  'by.minutes': 'Zeit außerhalb der Grenzwerte',
  loadProblem: 'Der Monat konnte nicht geladen werden',
  noAlerts: 'Keine Alarme in diesem Monat.',
  'day.alerts': '{count, plural, one {# Alarm} other {# Alarme}}',
  'day.outOfRange': '{duration} außerhalb der Grenzwerte',
  'day.both': '{alerts}, {outOfRange}',
  'day.quiet': 'keine Alarme',
  'day.unknown': 'keine Messwerte',
  'day.text': '{day}: {text}',
} satisfies Translation<typeof english>;
