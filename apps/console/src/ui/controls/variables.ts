import type { CSSProperties } from 'react';

/** A style that sets variables of CSS as well. */
export type Style = CSSProperties & { readonly [variable: `--${string}`]: string };
