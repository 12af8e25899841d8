import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import './theme.css';
import './base.css';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

/**
 * Theme and colour scheme of both applications (console and sign-in). Stands above everything with state.
 * No run-time style elements: the page's Content-Security-Policy allows none (theme.css holds the variables).
 */
export function ThemeProvider(props: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {props.children}
    </MantineProvider>
  );
}
