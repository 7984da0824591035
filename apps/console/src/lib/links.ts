/** Where the console leads and talks to outside, as the server says in the page. */
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
  // Where Vite serves the page, nobody has filled it in. Guarantee: the server writes what its configuration checked.
  return text.startsWith('{') ? (JSON.parse(text) as Links) : NONE;
}

export const LINKS = readLinks();
