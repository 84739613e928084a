import { NotFound } from '../shell/NotFound.tsx';
import { adminWords } from '../words/admin.en.ts';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
import { useAdminTitle } from './AdminPage.tsx';

/** Shown, in the frame of the admin area, for an address or an account that there is not. */
export function AdminNotFound() {
  useAdminTitle(t(shellWords.pageNotFound));
  return <NotFound to="/admin" label={t(adminWords.toSummary)} />;
}
