/** The legend of the grid. */
export function ZoneLegend({ locked }: { readonly locked: string | null }) {
  return (
    <p className="small muted grid-legend row">
      <span>
        <i className="is-in" />
        included
      </span>
      <span>
        <i className="is-off" />
        excluded
      </span>
      {locked !== null && (
        <span>
          <i className="is-locked" />
          {locked}
        </span>
      )}
    </p>
  );
}
