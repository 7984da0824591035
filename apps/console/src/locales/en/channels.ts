/** What channels are called, what they are, and their settings. Read through src/lib/kind-texts.ts and features/notifications. */
import type { ChannelCatalog } from '@picket/i18n/kind-catalogs';

const texts: ChannelCatalog = {
  'label.EMAIL': 'E-mail',
  'label.PUSH': 'Push',
  'label.NTFY': 'ntfy',
  'label.SLACK': 'Slack',
  'label.TEAMS': 'Teams',
  'label.WEBHOOK': 'Webhook',
  'label.APPRISE': 'Apprise',
  'about.EMAIL': 'To the address of your account',
  'about.PUSH': 'To this browser or phone, also when Picket is closed',
  'about.NTFY': 'To the ntfy app on a phone, over a server of yours or a public one',
  'about.SLACK': 'An incoming webhook of a channel',
  'about.TEAMS': 'A workflow webhook of a channel',
  'about.WEBHOOK': 'A signed request for every change, for a machine of yours',
  'about.APPRISE': 'An Apprise API server, and through it some hundred other services',
  'setting.NTFY.server': 'Server',
  'setting.NTFY.topic': 'Topic',
  'setting.NTFY.token': 'Access token',
  'setting.SLACK.url': 'Address of the incoming webhook',
  'setting.TEAMS.url': 'Address of the workflow',
  'setting.WEBHOOK.url': 'Address',
  'setting.WEBHOOK.headers': 'Name of a header to send along',
  'setting.APPRISE.url': 'Address of the Apprise API, with its key',
  'setting.APPRISE.tag': 'Tag',
  'hint.NTFY.server': 'Yours, or a public one',
  'hint.NTFY.topic': 'Anybody who knows the topic of a public server can read it: choose one that is hard to guess',
  'hint.SLACK.url': 'Mattermost and Rocket.Chat use the same format',
  'hint.TEAMS.url': 'In Teams: Workflows, Post to a channel when a webhook request is received',
  'hint.WEBHOOK.url': 'Requests are signed as Standard Webhooks describe; the secret is shown once, after adding',
  'hint.APPRISE.tag': 'Only services with this tag are notified',
  'help.EMAIL':
    'Look into the spam folder. If it is not there, ask the administrator what became of it: the answer above helps.',
  'help.PUSH':
    'Check that the system allows notifications of this browser, and that it is not set to “Do not disturb”.',
  'help.NTFY':
    'Check that the app follows the same topic on the same server, and that the phone allows its notifications.',
  'help.SLACK': 'Check that the webhook belongs to the channel you look at.',
  'help.TEAMS': 'Check in Teams, under Workflows, that the workflow is on and posts to the channel you look at.',
  'help.WEBHOOK': 'Check the log of the receiver: it answered as shown above.',
  'help.APPRISE': 'Check the log of the Apprise server, and that a service has the tag.',
};

export default texts;
