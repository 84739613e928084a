import { openPalette } from '../palette/open-palette.ts';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
import { NotFound } from './NotFound.tsx';
import { usePageTitle } from './use-page-title.ts';

/** Shown, in the frame, for an address that no page has. */
export function Component() {
  usePageTitle(t(shellWords.pageNotFoundTitle));
  return <NotFound to="/home" label={t(shellWords.toHome)} onSearch={openPalette} />;
}
