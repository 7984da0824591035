/** Attributes: keys whose parts are joined by a slash, each with a text (specification, sections 3, 5 and 8). */
import { Button, TextInput } from '@mantine/core';
import { ATTRIBUTE_KEY_EMPTY, isAttributeKey } from '@picket/domain/attribute-keys';

/** In display order; a key may be duplicate while it is typed. */
export type AttributeRow = readonly [key: string, value: string];

export const toAttributeRows = (attributes: Readonly<Record<string, string>>): readonly AttributeRow[] =>
  Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));

const validateKey = (key: string, index: number, rows: readonly AttributeRow[]): string | null => {
  if (!isAttributeKey(key)) return ATTRIBUTE_KEY_EMPTY;
  return rows.some(([other], place) => other === key && place < index) ? 'duplicate key' : null;
};

/** Returns the attributes to send; rows without a key are omitted. */
export const fromAttributeRows = (rows: readonly AttributeRow[]): Record<string, string> =>
  Object.fromEntries(rows.filter(([key]) => key !== ''));

export const areValidAttributes = (rows: readonly AttributeRow[]): boolean =>
  rows.every(([key], index) => key === '' || validateKey(key, index, rows) === null);

interface Props {
  readonly rows: readonly AttributeRow[];
  readonly onChange: (rows: readonly AttributeRow[]) => void;
}

export function AttributesEditor({ rows, onChange }: Props) {
  const replace = (index: number, row: AttributeRow): void =>
    onChange(rows.map((one, place) => (place === index ? row : one)));
  return (
    <fieldset className="attributes">
      <legend>Attributes</legend>
      {rows.length === 0 && (
        <p className="muted small">None yet. Anything worth noting, such as vendor/model or rack/unit.</p>
      )}
      {rows.map(([key, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its key is what is being typed
        <div key={index} className="attribute-row">
          <TextInput
            aria-label={`Key ${index + 1}`}
            placeholder="vendor/model"
            value={key}
            error={key === '' && value === '' ? null : validateKey(key, index, rows)}
            onChange={(event) => replace(index, [event.currentTarget.value, value])}
          />
          <TextInput
            aria-label={`Value ${index + 1}`}
            value={value}
            maxLength={2048}
            onChange={(event) => replace(index, [key, event.currentTarget.value])}
          />
          <Button
            variant="subtle"
            color="gray"
            px={8}
            aria-label={`Remove ${key || `attribute ${index + 1}`}`}
            onClick={() => onChange(rows.filter((_, place) => place !== index))}
          >
            ×
          </Button>
        </div>
      ))}
      <div>
        <Button size="xs" variant="default" onClick={() => onChange([...rows, ['', '']])}>
          Add attribute
        </Button>
      </div>
    </fieldset>
  );
}
