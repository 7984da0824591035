/** One icon per state. */
const PATHS = {
  critical: 'M8 1.8 14.8 14H1.2L8 1.8Zm0 4.4v3.6m0 2.1v.3',
  warning: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 3v3.8m0 2v.3',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 5.2v3.6m0-5.8v.2',
  none: 'M3 8h10',
  corrected: 'M13.2 8a5.2 5.2 0 1 1-1.6-3.7M13.4 1.8v2.9h-2.9',
  withdrawn: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM3.8 12.2l8.4-8.4',
  ok: 'M3 8.5 6.5 12 13 4.5',
  offline: 'M2 6a9 9 0 0 1 12 0M4.5 9a5 5 0 0 1 7 0M8 12.5v.1M2 2l12 12',
} as const;

export type StateName = keyof typeof PATHS;

export function StateIcon({ state, size = 14 }: { readonly state: StateName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[state]} />
    </svg>
  );
}

export function Logo({ size = 20, className }: { readonly size?: number; readonly className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 18V6l6-4 6 4v12M4 10h12M10 2v16" />
    </svg>
  );
}
