import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { Popover } from '../../dashboard/kit/overlays/Popover.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './AskWording.module.css';

/** Properties of an AskWording; it stands below its anchor. */
export interface AskWordingProps {
  anchor: HTMLElement | null;
  onAnswer: (isNew: boolean) => void;
}

/** Asks whether changed words of a published question correct it or ask something else, which is what counts when it is closed. */
export function AskWording({ anchor, onAnswer }: AskWordingProps) {
  return (
    <Popover anchor={anchor} onClose={() => onAnswer(true)} label={t(studioPropertyWords.wordingTitle)} width={300}>
      <div className={css.root}>
        <h3>{t(studioPropertyWords.wordingTitle)}</h3>
        <p className="t-small">{t(studioPropertyWords.wordingText)}</p>
        <div className={css.acts}>
          <Button size="small" onClick={() => onAnswer(false)}>
            {t(studioPropertyWords.fixWording)}
          </Button>
          <Button size="small" variant="primary" autoFocus onClick={() => onAnswer(true)}>
            {t(studioPropertyWords.newQuestion)}
          </Button>
        </div>
      </div>
    </Popover>
  );
}
