import { CloudOff, RefreshCw } from 'lucide-react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { Button } from '../buttons/Button.tsx';
import { Card } from '../Card.tsx';
import css from './ErrorState.module.css';

/** Says what did not load, in the card that failed, and offers to try again; `bare` leaves out the card. */
export function ErrorState(props: { title: string; text?: string; onRetry: () => void; bare?: boolean }) {
  const content = (
    <div className={css.root} role="alert">
      <span className={css.tile}>
        <CloudOff size={16} aria-hidden />
      </span>
      <div className={css.text}>
        <div className="t-card">{props.title}</div>
        {props.text ? <div className="t-small">{props.text}</div> : null}
      </div>
      <Button size="small" icon={<RefreshCw aria-hidden />} onClick={props.onRetry}>
        {t(kitWords.tryAgain)}
      </Button>
    </div>
  );
  return props.bare ? content : <Card padded={false}>{content}</Card>;
}
