import type { ReactNode } from 'react';
import { Logo } from './icons.tsx';

/** A page without the shell, for signing in and for errors. */
export function FullPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="full-page" id="main">
      <div className="narrow">
        <span className="logo">
          <Logo size={24} />
          Picket
        </span>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
