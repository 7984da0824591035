/**
 * What the components of Mantine need around them. The first pages do without Mantine, so every part that uses it brings this
 * (`withMantine`). The variables of the theme are in mantine-variables.css.
 */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useColorScheme } from '../lib/color-scheme.ts';
import { theme } from './theme.ts';

/** Put into the page by the server: the content security policy permits style elements that carry it. */
const styleNonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? '';
const nonceOf = (): string => styleNonce;

export function MantineScope({ children }: { readonly children: ReactNode }) {
  const scheme = useColorScheme();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={nonceOf}
    >
      {children}
    </MantineProvider>
  );
}
