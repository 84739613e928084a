import { Lock } from 'lucide-react';
import { Card } from '../kit/Card.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { permissionText } from '../shell/permission-text.ts';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import css from './ContentParts.module.css';

/** Stands for a page of content that the person's role does not open; `title` is the page's. */
export function ClosedContent({ title }: { title: string }) {
  return (
    <>
      <header className={css.head}>
        <h1>{title}</h1>
      </header>
      <Card className={css.empty}>
        <EmptyState
          art={<Lock size={32} aria-hidden />}
          title={t(contentWords.youNeedPermission)}
          text={permissionText}
        />
      </Card>
    </>
  );
}
