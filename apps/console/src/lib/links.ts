/** Addresses outside the console, set by the server in the page. */
export interface Links {
  readonly help: string | null;
  readonly blog: string | null;
  readonly support: string | null;
  readonly analytics: string | null;
  readonly services: string | null;
}

const NONE: Links = { help: null, blog: null, support: null, analytics: null, services: null };

function readLinks(): Links {
  const text = document.querySelector('meta[name="links"]')?.getAttribute('content') ?? '';
  // Not set when Vite serves the page. Guarantee: the server writes a checked configuration.
  return text.startsWith('{') ? (JSON.parse(text) as Links) : NONE;
}

export const LINKS = readLinks();
