import { ChevronLeft, ChevronRight, ChevronUp, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { prefersReducedMotion } from '../../theme/mode.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from './SamplePreview.module.css';
import { type Sample, samples } from './samples.ts';

const onScreen = 4000;

function Story({ sample }: { sample: Sample }) {
  const { Icon } = sample;
  return (
    <div className={css.story} data-tone={sample.tone} data-motion={sample.motion}>
      <span className={css.glow} aria-hidden />
      <span className={css.icon} aria-hidden>
        <Icon size={72} strokeWidth={1.5} />
      </span>
      <p className={css.title}>{sample.title}</p>
      <p className={css.text}>{sample.text}</p>
      <span className={css.swipe}>
        <ChevronUp size={16} aria-hidden />
        {sample.button}
      </span>
    </div>
  );
}

/** The sample stories in a phone: they follow each other unless they are paused or motion is not wanted. */
export function SamplePreview({ start, onClose }: { start: number; onClose: () => void }) {
  const [at, setAt] = useState(start);
  const [playing, setPlaying] = useState(() => !prefersReducedMotion());
  const step = useCallback((by: number) => setAt((before) => (before + by + samples.length) % samples.length), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each story has its whole time
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => step(1), onScreen);
    return () => clearTimeout(timer);
  }, [playing, at, step]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  };
  const sample = samples[at];
  if (!sample) return null;
  return (
    <Dialog open size="small" title={t(contentWords.sampleStories)} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows do what the buttons inside do */}
      <div className={css.stage} onKeyDown={onKeyDown}>
        <IconButton label={t(contentWords.previousSample)} noTooltip icon={<ChevronLeft />} onClick={() => step(-1)} />
        <div className={css.phone}>
          <div className={css.bars} aria-hidden>
            {samples.map((one, index) => (
              <span key={one.title} data-done={index < at || undefined} data-now={index === at || undefined}>
                {index === at ? <i key={`${at} ${playing}`} data-playing={playing || undefined} /> : null}
              </span>
            ))}
          </div>
          <Story key={at} sample={sample} />
        </div>
        <IconButton label={t(contentWords.nextSample)} noTooltip icon={<ChevronRight />} onClick={() => step(1)} />
      </div>
      <div className={css.foot}>
        <span className="num" aria-live="polite">
          {t(contentWords.sampleAt, {
            hidden: (parts) => <span className="visually-hidden">{parts}</span>,
            title: sample.title,
            at: at + 1,
            count: samples.length,
          })}
        </span>
        <IconButton
          size="small"
          noTooltip
          label={playing ? t(contentWords.pause) : t(contentWords.pointsButton)}
          icon={playing ? <Pause /> : <Play />}
          onClick={() => setPlaying(!playing)}
        />
      </div>
    </Dialog>
  );
}
