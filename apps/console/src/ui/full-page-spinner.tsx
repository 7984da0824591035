import { Loader } from '@mantine/core';

export function FullPageSpinner() {
  return (
    <div className="full-page" role="status" aria-label="Loading Picket">
      <Loader color="var(--accent)" />
    </div>
  );
}
