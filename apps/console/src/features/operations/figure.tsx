interface Props {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** A value with its name, in a list of figures. */
export function Figure({ name, value, note }: Props) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note !== undefined && <span className="small muted">{note}</span>}
      </dd>
    </div>
  );
}
