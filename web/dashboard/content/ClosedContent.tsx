import { NeedPermission } from '../gates/NeedPermission.tsx';
import css from './ContentParts.module.css';

/** Stands for a page of content that the person's role does not open; `title` is the page's. */
export function ClosedContent({ title }: { title: string }) {
  return (
    <>
      <header className={css.head}>
        <h1>{title}</h1>
      </header>
      <NeedPermission />
    </>
  );
}
