import { type CSSVariablesResolver, createTheme } from '@mantine/core';

// Inter is used if it is installed. The dashboard loads no fonts.
const FONT =
  "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif";

export const theme = createTheme({
  fontFamily: FONT,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Liberation Mono', monospace",
  headings: {
    fontFamily: FONT,
    fontWeight: '650',
    sizes: { h1: { fontSize: 'clamp(26px, 2.6vw, 34px)', lineHeight: '1.25' } },
  },
  primaryColor: 'iris',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Optional fields say so instead.
  components: { InputWrapper: { defaultProps: { withAsterisk: false } } },
  colors: {
    iris: [
      '#f0f1ff',
      '#dfe1fd',
      '#bec2f8',
      '#9ba1f3',
      '#7d84ee',
      '#6a71eb',
      '#5a61e0',
      '#4a50cc',
      '#3f45b4',
      '#343a9c',
    ],
    dark: [
      '#dfe3ea',
      '#b9c0cc',
      '#99a2b2',
      '#6b7486',
      '#323947',
      '#262c37',
      '#1a1f28',
      '#12151c',
      '#0d1016',
      '#090b0f',
    ],
  },
});

/** Mantine's dimmed gray has a contrast of 3.3:1 on white, its error red 3.2:1. Text needs 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f7f7f9',
    '--mantine-color-dimmed': '#5b6271',
    '--mantine-color-text': '#171a21',
    '--mantine-color-error': '#c0292b',
  },
  dark: {
    '--mantine-color-dimmed': '#99a2b2',
    '--mantine-color-text': '#e6e9ef',
    '--mantine-color-error': '#ff8785',
  },
});
