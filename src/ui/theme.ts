import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The product's one accent: a quiet petrol that leaves red, amber and green free for states. */
const petrol: MantineColorsTuple = [
  '#e8f5f6',
  '#d2e8ea',
  '#a5d1d5',
  '#74b8bf',
  '#4da2ab',
  '#34949e',
  '#218c97',
  '#0e7883',
  '#04666f',
  '#00525a',
];

/** Shade 8 in both schemes: lighter shades of Mantine's palettes fail 4.5:1 against white text. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 8 },
  colors: { petrol },
  cursorType: 'pointer',
  defaultRadius: 'md',
  fontFamily: 'Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontFamily: 'inherit', fontWeight: '600' },
  components: {
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // A <header> inside a dialog is a second banner landmark.
    ModalHeader: { defaultProps: { component: 'div' } },
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Loader: { defaultProps: { type: 'oval' } },
  },
});

/** Mantine's own colours where they fail 4.5:1, tied to the tokens of base.css. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': 'var(--lt-text)',
    '--mantine-color-body': 'var(--lt-surface)',
    '--mantine-color-dimmed': 'var(--lt-dimmed)',
    '--mantine-color-error': 'var(--lt-danger)',
    '--mantine-color-placeholder': 'var(--lt-dimmed)',
    '--mantine-color-default-border': 'var(--lt-border-strong)',
  },
  dark: {
    '--mantine-color-text': 'var(--lt-text)',
    '--mantine-color-body': 'var(--lt-surface)',
    '--mantine-color-dimmed': 'var(--lt-dimmed)',
    '--mantine-color-error': 'var(--lt-danger)',
    '--mantine-color-placeholder': 'var(--lt-dimmed)',
    '--mantine-color-default': 'var(--lt-raised)',
    '--mantine-color-default-border': 'var(--lt-border-strong)',
    '--mantine-color-anchor': 'var(--lt-accent-text)',
  },
});
