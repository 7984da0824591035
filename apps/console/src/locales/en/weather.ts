/** Warnings of a weather service about a location. */
export default {
  intro:
    'Warnings of a weather service become alerts of this location: heat that overloads the air conditioning, storms that cause power failures, floods. They end when the service ends the warning.',
  current: 'Current warnings',
  notChecked: 'Not checked yet',
  checked: 'Checked {ago}',
  noProvider: 'No weather provider is set.',
  none: 'No warnings.',
  span: '{from} to {to} {zone}',
  openSpan: '{from}, until further notice {zone}',
  provider: 'Weather provider',
  'provider.none': 'None',
  'provider.NWS': 'National Weather Service (United States)',
  'provider.METNO': 'MET Norway',
  'provider.text': 'Only the coordinates of the location are sent to the provider, every five minutes.',
  'provider.removed': 'Its warnings are cleared here.',
  'provider.set': 'The first check is made within 30 seconds.',
  needsCoordinates: 'A weather service needs the position of the location: <link>set its coordinates</link>.',
  notCovered: 'No supported weather service covers this location. Supported: {providers}.',
} as const;
