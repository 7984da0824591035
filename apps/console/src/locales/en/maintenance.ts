/** Maintenance windows of a location. */
export default {
  intro:
    'During maintenance, alerts are raised and shown, but notifications are suppressed. When it ends, one message lists the alerts that are still active.',
  current: 'Current and planned',
  none: 'No maintenance is planned.',
  noReason: 'Maintenance',
  span: '{from} to {to} {zone} · {person}',
  spanSuppressed: '{from} to {to} {zone} · {person} · {count, plural, one {# alert} other {# alerts}} suppressed',
  running: 'On, {duration} left',
  planned: 'In {duration}',
  endNow: 'End now',
  plan: 'Plan maintenance',
  reason: 'Reason',
  startNow: 'Start now, for',
  start: 'Or start',
  startInZone: 'Or start, {zone}',
  startText: 'Empty: now',
  end: 'End',
  endText: 'Now it is {time}',
  action: 'Plan',
} as const;
