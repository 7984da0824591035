import type { Translation } from '@picket/i18n/messages';
import type english from '../en/maintenance.ts';

export default {
  intro:
    'Während einer Wartung werden Alarme ausgelöst und angezeigt, aber Benachrichtigungen unterdrückt. Am Ende nennt eine Nachricht die Alarme, die noch offen sind.',
  current: 'Laufend und geplant',
  none: 'Es ist keine Wartung geplant.',
  noReason: 'Wartung',
  span: '{from} bis {to} {zone} · {person}',
  spanSuppressed: '{from} bis {to} {zone} · {person} · {count, plural, one {# Alarm} other {# Alarme}} unterdrückt',
  running: 'Läuft, noch {duration}',
  planned: 'In {duration}',
  endNow: 'Jetzt beenden',
  plan: 'Wartung planen',
  reason: 'Grund',
  startNow: 'Jetzt beginnen, für',
  start: 'Oder Beginn',
  startInZone: 'Oder Beginn, {zone}',
  startText: 'Leer: jetzt',
  end: 'Ende',
  endText: 'Jetzt ist es {time}',
  action: 'Planen',
} satisfies Translation<typeof english>;
