/** The empty state of a location without readings. */
export function NoReadings() {
  return (
    <section className="card empty">
      <h2>No readings yet</h2>
      <p className="muted">Readings appear here as soon as a sentry of this location reports.</p>
    </section>
  );
}
