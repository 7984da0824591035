/** A location without readings: what has to happen before there is anything to see. */
export function NoReadings() {
  return (
    <section className="card empty">
      <h2>No readings yet</h2>
      <p className="muted">Readings appear here as soon as a sentry of this location reports.</p>
    </section>
  );
}
