import { Loader } from '@mantine/core';

/** Shown before there are texts, so it has none but the name. */
export function FullPageSpinner() {
  return (
    <div className="full-page" role="status" aria-label="Picket" aria-busy="true">
      <Loader color="var(--accent)" />
    </div>
  );
}
