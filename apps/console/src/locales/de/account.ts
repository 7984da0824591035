import type { Translation } from '@picket/i18n/messages';
import type english from '../en/account.ts';

export default {
  'password.change': 'Passwort ändern',
  'password.changed': 'Passwort geändert',
  'password.signedOutElsewhere': 'In allen anderen Browsern wurden Sie abgemeldet.',
  'password.current': 'Aktuelles Passwort',
  'password.showCurrent': 'Aktuelles Passwort anzeigen oder verbergen',
  'password.new': 'Neues Passwort',
  'password.loadProblem': 'Die Angaben zum Passwort konnten nicht geladen werden',
  'password.none':
    'Sie melden sich über Single Sign-on an und haben hier kein Passwort. Um eines zu erhalten, wählen Sie „Passwort vergessen?“ auf der Anmeldeseite.',
} satisfies Translation<typeof english>;
