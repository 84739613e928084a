import { Link } from 'react-router';
import { Card } from '../../kit/Card.tsx';
import { exactNumber, percent } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import fieldCss from '../FieldParts.module.css';
import { listAddress } from '../list/list-address.ts';
import css from './SummaryParts.module.css';

/** Properties of the Shares; with `filter` each line leads to the accounts of its kind. */
export interface SharesProps {
  title: string;
  counts: Readonly<Record<string, number>>;
  nameOf: (key: string) => string;
  filter?: string;
  asked?: (key: string) => string | number;
}

const most = 8;

/** How a number is made up, by kind, the largest first: a bar and a figure each. */
export function Shares({ title, counts, nameOf, filter, asked = (key) => key }: SharesProps) {
  const all = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  const rest = all.slice(most).reduce((sum, [, count]) => sum + count, 0);
  return (
    <Card as="section" title={title} aria-label={title}>
      {all.length === 0 ? <p className="t-small">{t(adminWords.noneYet)}</p> : null}
      <ul className={css.share}>
        {all.slice(0, most).map(([key, count]) => (
          <li key={key}>
            <span className="truncate">
              {filter && key !== '' ? (
                <Link to={listAddress('/admin/accounts', { [filter]: asked(key) })} className={fieldCss.link}>
                  {nameOf(key)}
                </Link>
              ) : (
                nameOf(key)
              )}
            </span>
            <span className={`${css.count} num`} title={percent(count / total)}>
              {exactNumber(count)}
            </span>
            <span className={css.shareBar} aria-hidden>
              <span style={{ width: `${(count / (all[0]?.[1] || 1)) * 100}%` }} />
            </span>
          </li>
        ))}
        {rest > 0 ? (
          <li>
            <span>{t(adminWords.others)}</span>
            <span className={`${css.count} num`}>{exactNumber(rest)}</span>
          </li>
        ) : null}
      </ul>
    </Card>
  );
}
