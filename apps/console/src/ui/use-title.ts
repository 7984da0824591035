import { useEffect } from 'react';

/** The page's title; open alerts are counted in front of it. */
export function useTitle(title: string, open = 0): void {
  useEffect(() => {
    document.title = `${open > 0 ? `(${open}) ` : ''}${title} · Picket`;
  }, [title, open]);
}
