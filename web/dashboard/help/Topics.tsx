import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import css from './Topics.module.css';

/** A question and its answer, in paragraphs. */
export interface Topic {
  title: string;
  text: readonly string[];
  to?: { address: string; label: string };
}

/** Questions that open their answers; `unlinked` where the pages that they lead to can't be opened. */
export function Topics({ of, unlinked = false }: { of: readonly Topic[]; unlinked?: boolean }) {
  return of.map(({ title, text, to }) => (
    <details key={title} className={css.topic}>
      <summary>
        {title}
        <ChevronDown size={16} aria-hidden />
      </summary>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {to && !unlinked ? <Link to={to.address}>{to.label}</Link> : null}
    </details>
  ));
}
