import { CloudOff, RefreshCw } from 'lucide-react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { Button } from '../buttons/Button.tsx';
import { Card } from '../Card.tsx';
import css from './ErrorState.module.css';

/** Properties of an ErrorState; `level` 1 where it is the whole page. */
export interface ErrorStateProps {
  title: string;
  text?: string;
  onRetry: () => void;
  bare?: boolean | undefined;
  level?: 1 | undefined;
}

/** Says what did not load, in the card that failed, and offers to try again; `bare` leaves out the card. */
export function ErrorState(props: ErrorStateProps) {
  const Title = props.level === 1 ? 'h1' : 'div';
  const content = (
    <div className={css.root} role="alert">
      <span className={css.tile}>
        <CloudOff size={16} aria-hidden />
      </span>
      <div className={css.text}>
        <Title className="t-card">{props.title}</Title>
        {props.text ? <div className="t-small">{props.text}</div> : null}
      </div>
      <Button size="small" icon={<RefreshCw aria-hidden />} onClick={props.onRetry}>
        {t(kitWords.tryAgain)}
      </Button>
    </div>
  );
  return props.bare ? content : <Card padded={false}>{content}</Card>;
}
