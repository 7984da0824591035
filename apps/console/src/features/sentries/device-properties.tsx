import styles from './device-properties.module.css';

/** Properties of a device, each with its name. */
export function DeviceProperties({
  properties,
}: {
  readonly properties: readonly (readonly [name: string, value: string])[];
}) {
  return (
    <dl className={`${styles.properties} num`}>
      {properties.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
