/** Attributes: keys whose parts are joined by a slash, each with a text (specification, sections 3, 5 and 8). */
import { Button, TextInput } from '@mantine/core';
import { isAttributeKey } from '@picket/domain/attribute-keys';
import { useText } from '../lib/texts.ts';
import styles from './attributes-editor.module.css';

/** In display order; a key may be duplicate while it is typed. */
export type AttributeRow = readonly [key: string, value: string];

export const toAttributeRows = (attributes: Readonly<Record<string, string>>): readonly AttributeRow[] =>
  Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));

/** `ui.attributes.…` in the catalogs, or null. */
const problemOfKey = (
  key: string,
  index: number,
  rows: readonly AttributeRow[],
): 'emptyKey' | 'duplicateKey' | null => {
  if (!isAttributeKey(key)) return 'emptyKey';
  return rows.some(([other], place) => other === key && place < index) ? 'duplicateKey' : null;
};

/** Returns the attributes to send; rows without a key are omitted. */
export const fromAttributeRows = (rows: readonly AttributeRow[]): Record<string, string> =>
  Object.fromEntries(rows.filter(([key]) => key !== ''));

export const areValidAttributes = (rows: readonly AttributeRow[]): boolean =>
  rows.every(([key], index) => key === '' || problemOfKey(key, index, rows) === null);

interface Props {
  readonly rows: readonly AttributeRow[];
  readonly onChange: (rows: readonly AttributeRow[]) => void;
}

export function AttributesEditor({ rows, onChange }: Props) {
  const t = useText();
  const replace = (index: number, row: AttributeRow): void =>
    onChange(rows.map((one, place) => (place === index ? row : one)));
  const problemText = ([key, value]: AttributeRow, index: number): string | null => {
    const problem = key === '' && value === '' ? null : problemOfKey(key, index, rows);
    return problem === null ? null : t(`ui.attributes.${problem}`);
  };
  return (
    <fieldset className={styles.attributes}>
      <legend>{t('ui.attributes.title')}</legend>
      {rows.length === 0 && <p className="muted small">{t('ui.attributes.none')}</p>}
      {rows.map(([key, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its key is what is being typed
        <div key={index} className={styles.row}>
          <TextInput
            aria-label={t('ui.attributes.key', { number: index + 1 })}
            placeholder={t('ui.attributes.example')}
            value={key}
            error={problemText([key, value], index)}
            onChange={(event) => replace(index, [event.currentTarget.value, value])}
          />
          <TextInput
            aria-label={t('ui.attributes.value', { number: index + 1 })}
            value={value}
            maxLength={2048}
            onChange={(event) => replace(index, [key, event.currentTarget.value])}
          />
          <Button
            variant="subtle"
            color="gray"
            px={8}
            aria-label={
              key === '' ? t('ui.attributes.removeUnnamed', { number: index + 1 }) : t('ui.attributes.remove', { key })
            }
            onClick={() => onChange(rows.filter((_, place) => place !== index))}
          >
            ×
          </Button>
        </div>
      ))}
      <div>
        <Button size="xs" variant="default" onClick={() => onChange([...rows, ['', '']])}>
          {t('ui.attributes.add')}
        </Button>
      </div>
    </fieldset>
  );
}

/** "rack: 7, owner: facilities". */
export const attributesText = ({ rows }: { readonly rows: readonly AttributeRow[] }): string =>
  rows.map(([key, value]) => `${key}: ${value}`).join(', ');
