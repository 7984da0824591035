/** Assets: where one stands in the picture of a sentry. */
export default {
  'place.label': 'Place in the picture; arrow keys move it',
  'place.value': 'row {row, number}, column {column, number}',
  'place.cell': 'Row {row, number} of {rows, number}, column {column, number} of {columns, number}',
  'place.withoutPicture':
    'Row {row, number} of {rows, number}, column {column, number} of {columns, number} · this sentry has sent no picture yet',
} as const;
