import type { ReactNode } from 'react';
import { Badge } from '../kit/text/Badge.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { adminWords } from '../words/admin.en.ts';
import { t } from '../words/t.ts';
import css from './AdminPage.module.css';

/** Names the window after a page of the admin area. */
export function useAdminTitle(title: string): void {
  usePageTitle(t(adminWords.pageTitle, { title }));
}

/** Properties of an AdminPage; `heading` where it says more than the title, `utc` where moments are told in UTC. */
export interface AdminPageProps {
  title: string;
  heading?: string;
  utc?: boolean;
  children: ReactNode;
}

/** A page of the admin area: its heading, and what is below it. */
export function AdminPage({ title, heading = title, utc, children }: AdminPageProps) {
  useAdminTitle(title);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{heading}</h1>
        {utc ? <Badge kind="neutral">{t(adminWords.utc)}</Badge> : null}
      </header>
      {children}
    </div>
  );
}
