import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { GivenPlayer } from '../../showcase/GivenPlayer.tsx';
import { PhoneFrame } from '../../showcase/PhoneFrame.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from './SamplePreview.module.css';
import { samples } from './samples.ts';

/** The sample stories in a phone, played by the real player from one group on; nothing of it counts. */
export function SamplePreview({ start, onClose }: { start: string; onClose: () => void }) {
  return (
    <Dialog open size="small" title={t(contentWords.sampleStories)} onClose={onClose}>
      <div className={css.root}>
        <PhoneFrame framed small title={t(contentWords.sampleApp)}>
          <GivenPlayer bar={samples} start={start} />
        </PhoneFrame>
        <p className="t-small">{t(contentWords.sampleNote)}</p>
      </div>
    </Dialog>
  );
}
