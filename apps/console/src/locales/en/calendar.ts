/** The calendar of a location. */
export default {
  previous: 'Previous month',
  next: 'Next month',
  by: 'Days by',
  'by.alerts': 'Alerts',
  'by.minutes': 'Time out of range',
  loadProblem: 'The month could not be loaded',
  noAlerts: 'No alerts in this month.',
  'day.alerts': '{count, plural, one {# alert} other {# alerts}}',
  'day.outOfRange': '{duration} out of range',
  'day.both': '{alerts}, {outOfRange}',
  'day.quiet': 'no alerts',
  'day.unknown': 'no readings',
  'day.text': '{day}: {text}',
} as const;
