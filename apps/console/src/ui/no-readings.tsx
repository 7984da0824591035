/** A location without readings: what has to happen before there is anything to see. */
export function NoReadings() {
  return (
    <section className="card empty">
      <h2>Nothing has been measured here yet</h2>
      <p className="muted">As soon as a sentry of this location reports, its readings are drawn here.</p>
    </section>
  );
}
