import type { ChannelCatalog } from '@picket/i18n/kind-catalogs';

const texts: ChannelCatalog = {
  'label.EMAIL': 'E-Mail',
  'label.PUSH': 'Push',
  'label.NTFY': 'ntfy',
  'label.SLACK': 'Slack',
  'label.TEAMS': 'Teams',
  'label.WEBHOOK': 'Webhook',
  'label.APPRISE': 'Apprise',
  'about.EMAIL': 'An die Adresse Ihres Kontos',
  'about.PUSH': 'An diesen Browser oder dieses Telefon, auch wenn Picket geschlossen ist',
  'about.NTFY': 'An die App ntfy auf einem Telefon, über einen eigenen oder einen öffentlichen Server',
  'about.SLACK': 'Ein eingehender Webhook eines Chat-Kanals',
  'about.TEAMS': 'Ein Workflow-Webhook eines Chat-Kanals',
  'about.WEBHOOK': 'Eine signierte Anfrage für jede Änderung, für Ihre eigenen Systeme',
  'about.APPRISE': 'Ein Apprise-API-Server und über ihn rund hundert andere Dienste',
  'setting.NTFY.server': 'Server',
  'setting.NTFY.topic': 'Topic',
  'setting.NTFY.token': 'Zugriffstoken',
  'setting.SLACK.url': 'Adresse des eingehenden Webhooks',
  'setting.TEAMS.url': 'Adresse des Workflows',
  'setting.WEBHOOK.url': 'Adresse',
  'setting.WEBHOOK.headers': 'Name eines Headers, der mitgesendet wird',
  'setting.APPRISE.url': 'Adresse der Apprise-API mit ihrem Schlüssel',
  'setting.APPRISE.tag': 'Tag',
  'hint.NTFY.server': 'Ein eigener oder ein öffentlicher',
  'hint.NTFY.topic':
    'Wer das Topic auf einem öffentlichen Server kennt, kann mitlesen: Wählen Sie eines, das schwer zu erraten ist',
  'hint.SLACK.url': 'Mattermost und Rocket.Chat verwenden dasselbe Format',
  'hint.TEAMS.url': 'In Teams: Workflows, bei Eingang einer Webhook-Anfrage in einem Kanal veröffentlichen',
  'hint.WEBHOOK.url':
    'Anfragen werden nach „Standard Webhooks“ signiert; das Geheimnis wird nach dem Hinzufügen ein Mal angezeigt',
  'hint.APPRISE.tag': 'Nur Dienste mit diesem Tag werden benachrichtigt',
  'help.EMAIL':
    'Sehen Sie im Spam-Ordner nach. Ist die E-Mail auch dort nicht, fragen Sie den Administrator; dabei hilft die Antwort oben.',
  'help.PUSH':
    'Prüfen Sie, ob das System Benachrichtigungen dieses Browsers erlaubt und nicht auf „Nicht stören“ gestellt ist.',
  'help.NTFY':
    'Prüfen Sie, ob die App dasselbe Topic auf demselben Server abonniert hat und ob das Telefon ihre Benachrichtigungen erlaubt.',
  'help.SLACK': 'Prüfen Sie, ob der Webhook zu dem Chat-Kanal gehört, in den Sie schauen.',
  'help.TEAMS':
    'Prüfen Sie in Teams unter Workflows, ob der Workflow eingeschaltet ist und in den Chat-Kanal schreibt, in den Sie schauen.',
  'help.WEBHOOK': 'Sehen Sie im Protokoll des Empfängers nach: Seine Antwort steht oben.',
  'help.APPRISE': 'Sehen Sie im Protokoll des Apprise-Servers nach, und ob ein Dienst das Tag hat.',
};

export default texts;
