import type { Translation } from '@picket/i18n/messages';
import type english from '../en/broker.ts';

export default {
  off: 'Geräte verbinden sich mit Picket (vom Betreiber ausgeschaltet)',
  made: 'Womit Geräte sich verbinden',
  madeText:
    'Kopieren Sie das Passwort jetzt: Es wird nicht noch einmal angezeigt. Tragen Sie alle drei Angaben in den MQTT-Einstellungen Ihrer Geräte oder Ihrer Bridge ein.',
  address: 'Adresse',
  user: 'Benutzer',
  password: 'Passwort',
  copyAddress: 'Adresse kopieren',
  copyUser: 'Benutzer kopieren',
  copyPassword: 'Passwort kopieren',
  zigbee: 'Für Zigbee2MQTT, in seiner configuration.yaml:',
  copyZigbee: 'Einstellungen für Zigbee2MQTT kopieren',
  tasmota: 'Für Tasmota, in seiner Konsole:',
  tasmotaCommand: 'Backlog MqttHost {host}; MqttPort {port}; MqttUser {user}; MqttPassword {password}',
  copyTasmota: 'Befehle für Tasmota kopieren',
  saved: 'Ich habe das Passwort kopiert',
  renew: 'Passwort erneuern<hidden> von {name}</hidden>',
  renewQuestion: 'Passwort von {name} erneuern?',
  renewConfirm: 'Passwort erneuern',
  renewText:
    'Das bisherige Passwort gilt sofort nicht mehr, und alle Geräte sind getrennt, bis das neue dort eingetragen ist. Benutzer und Adresse bleiben. Übernommene Geräte bleiben, wie sie sind.',
  perMinute: 'Nachrichten pro Minute',
  retained: 'Aufbewahrte Nachrichten',
  lastRefusal: 'Letzte Ablehnung',
  refusal: '{reason}, {address}, {ago}',
  'reason.WRONG_PASSWORD': 'Falsches Passwort',
  'reason.MQTT_5': 'MQTT 5, das hier nicht gesprochen wird: Wählen Sie 3.1.1',
  'reason.CLIENT_LIMIT': 'Zu viele Verbindungen',
  'reason.TOPIC_REFUSED': 'Ein Topic, in das Geräte nicht schreiben dürfen',
  connected: '{count, plural, one {{count, number} Verbindung} other {{count, number} Verbindungen}}',
  since: 'seit {time}',
  waiting:
    'Nichts ist verbunden. Tragen Sie Adresse, Benutzer und Passwort in Ihren Geräten oder Ihrer Bridge ein. Ist das Passwort verloren, erneuern Sie es.',
} satisfies Translation<typeof english>;
