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
  'day.alerts': '{count, plural, one {# Alarm} other {# Alarme}}: {parts}',
  'day.critical': '{count, number} kritisch',
  'day.warning': '{count, plural, one {# Warnung} other {# Warnungen}}',
  'day.info': '{count, plural, one {# Hinweis} other {# Hinweise}}',
  'day.outOfRange': '{duration} außerhalb der Grenzwerte',
  'day.both': '{alerts}, {outOfRange}',
  'legend.alerts': 'Jeder Tag hat die Farbe seines schwersten Alarms, kräftiger bei mehreren davon:',
  'legend.minutes': 'Je kräftiger die Farbe, desto länger lag ein Messwert außerhalb der Grenzwerte.',
  'day.quiet': 'keine Alarme',
  'day.unknown': 'keine Messwerte',
  'day.text': '{day}: {text}',
  'day.clips': '{count, plural, one {# Clip} other {# Clips}}',
  'legend.clips': 'Clips an diesem Tag',
} satisfies Translation<typeof english>;
