import { createTheme, type Theme } from '@mui/material/styles';
import { breakpoint, type ColorTokens, dark, fontFamily, light, radius, type } from './tokens.ts';

declare module '@mui/material/styles' {
  interface Theme {
    tokens: ColorTokens;
  }
  interface ThemeOptions {
    tokens?: ColorTokens;
  }
}

function text(style: (typeof type)[keyof typeof type], tokens: ColorTokens, ink: keyof ColorTokens) {
  return {
    fontSize: style.size,
    lineHeight: `${style.line}px`,
    fontWeight: style.weight,
    letterSpacing: `${style.tracking}em`,
    color: tokens[ink],
  };
}

/** The Material theme of one mode: our tokens, and nothing that gives the component kit away. */
export function buildTheme(mode: 'light' | 'dark'): Theme {
  const t = mode === 'dark' ? dark : light;
  return createTheme({
    tokens: t,
    palette: {
      mode,
      background: { default: t.canvas, paper: t.surface },
      primary: { main: t.primaryFill, dark: t.primaryHover, contrastText: t.onPrimary },
      error: { main: t.red },
      warning: { main: t.amber },
      success: { main: t.green },
      info: { main: t.cyan },
      text: { primary: t.text1, secondary: t.text2, disabled: t.text3 },
      divider: t.line,
    },
    spacing: 8,
    shape: { borderRadius: radius.control },
    breakpoints: { values: { xs: 0, sm: breakpoint.phone, md: breakpoint.panel, lg: 1200, xl: breakpoint.content } },
    typography: {
      fontFamily,
      fontSize: 14,
      h1: text(type.page, t, 'text1'),
      h2: text(type.section, t, 'text1'),
      h3: text(type.card, t, 'text1'),
      body1: text(type.body, t, 'text2'),
      body2: text(type.small, t, 'text2'),
      caption: text(type.caption, t, 'text3'),
      button: { textTransform: 'none', fontWeight: 500, letterSpacing: '-0.006em' },
    },
    shadows: Array.from({ length: 25 }, (_, level) => (level === 0 ? 'none' : t.shadowMenu)) as Theme['shadows'],
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true, disableTouchRipple: true } },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { boxShadow: 'none' } } },
      MuiCard: {
        styleOverrides: { root: { border: `1px solid ${t.line}`, borderRadius: radius.card, boxShadow: 'none' } },
      },
      MuiAppBar: { defaultProps: { elevation: 0, color: 'transparent' } },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
      MuiInputLabel: { defaultProps: { shrink: true } },
      MuiBackdrop: {
        styleOverrides: { root: { backgroundColor: t.scrim }, invisible: { backgroundColor: 'transparent' } },
      },
      MuiMenu: {
        styleOverrides: {
          paper: { borderRadius: radius.card, border: `1px solid ${t.line}`, boxShadow: t.shadowMenu, marginTop: 4 },
          list: { padding: 6 },
        },
      },
      MuiPopover: {
        styleOverrides: {
          paper: { borderRadius: radius.card, border: `1px solid ${t.line}`, boxShadow: t.shadowMenu },
        },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            minHeight: 36,
            padding: '6px 10px',
            borderRadius: radius.control,
            color: t.text1,
            fontSize: 13,
            lineHeight: '20px',
            '&:hover, &.Mui-focusVisible': { backgroundColor: t.hover },
            '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': { backgroundColor: t.primarySoft },
          },
        },
      },
      MuiLink: { defaultProps: { underline: 'hover' } },
    },
  });
}
