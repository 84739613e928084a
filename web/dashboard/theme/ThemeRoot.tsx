import { StyledEngineProvider, ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { useThemeMode } from './mode.ts';
import { buildTheme } from './theme.ts';

/** Gives the pages below it the Material theme of the current mode; its rules lie in the layer `mui`. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  const { mode } = useThemeMode();
  const theme = useMemo(() => buildTheme(mode), [mode]);
  return (
    <StyledEngineProvider enableCssLayer>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </StyledEngineProvider>
  );
}
