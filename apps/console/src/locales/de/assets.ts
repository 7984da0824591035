import type { Translation } from '@picket/i18n/messages';
import type english from '../en/assets.ts';

export default {
  'place.label': 'Platz im Bild; mit den Pfeiltasten verschieben',
  'place.value': 'Zeile {row, number}, Spalte {column, number}',
  'place.cell': 'Zeile {row, number} von {rows, number}, Spalte {column, number} von {columns, number}',
  'place.withoutPicture':
    'Zeile {row, number} von {rows, number}, Spalte {column, number} von {columns, number} · dieser Wächter hat noch kein Bild gesendet',
} satisfies Translation<typeof english>;
