import { StyledEngineProvider, type Theme, ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { useThemeMode } from './mode.ts';
import { buildTheme } from './theme.ts';

/** Properties of the ThemeRoot; `build` makes another theme than that of the customers' pages. */
export interface ThemeRootProps {
  build?: (mode: 'light' | 'dark') => Theme;
  children: ReactNode;
}

/** Gives the pages below it the Material theme of the current mode; its rules lie in the layer `mui`. */
export function ThemeRoot({ build = buildTheme, children }: ThemeRootProps) {
  const { mode } = useThemeMode();
  const theme = useMemo(() => build(mode), [build, mode]);
  return (
    <StyledEngineProvider enableCssLayer>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </StyledEngineProvider>
  );
}
