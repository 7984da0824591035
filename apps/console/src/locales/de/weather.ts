import type { Translation } from '@picket/i18n/messages';
import type english from '../en/weather.ts';

export default {
  intro:
    'Warnungen eines Wetterdienstes werden zu Alarmen dieses Standorts: Hitze, die die Klimaanlage überlastet, Stürme, die den Strom ausfallen lassen, Hochwasser. Sie enden, wenn der Dienst die Warnung aufhebt.',
  current: 'Aktuelle Warnungen',
  notChecked: 'Noch nicht geprüft',
  checked: 'Geprüft {ago}',
  noProvider: 'Es ist kein Wetterdienst gewählt.',
  none: 'Keine Warnungen.',
  span: '{from} bis {to} {zone}',
  openSpan: '{from}, bis auf Weiteres {zone}',
  provider: 'Wetterdienst',
  'provider.none': 'Keiner',
  'provider.NWS': 'National Weather Service (USA)',
  'provider.METNO': 'MET Norwegen',
  'provider.text': 'Nur die Koordinaten des Standorts werden an den Dienst gesendet, alle fünf Minuten.',
  'provider.removed': 'Seine Warnungen enden hier.',
  'provider.set': 'In den nächsten 30 Sekunden wird zum ersten Mal geprüft.',
  needsCoordinates: 'Ein Wetterdienst braucht die Lage des Standorts: <link>Koordinaten eintragen</link>.',
  notCovered: 'Kein unterstützter Wetterdienst deckt diesen Standort ab. Unterstützt werden: {providers}.',
} satisfies Translation<typeof english>;
