import { Logo } from './icons.tsx';

/** Shown before there are texts, so it has none but the name. index.html shows the same before there is code. */
export function FullPageSpinner() {
  return (
    <div className="full-page" role="status" aria-label="Picket" aria-busy="true">
      <Logo size={48} className="loading-mark" />
    </div>
  );
}
