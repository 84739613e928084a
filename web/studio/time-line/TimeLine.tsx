import { ChevronDown, ChevronUp, Layers, Pause, Play, Video } from 'lucide-react';
import { useState } from 'react';
import { flatten } from '#contracts/studio/flat.ts';
import { usualImageMs } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { studioTimeWords } from '../../dashboard/words/studio-time.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { changeBackdrop } from '../edits/backdrop.ts';
import { layersOf } from '../edits/components.ts';
import { NumberField } from '../properties/NumberField.tsx';
import { msOfSeconds, secondsOf } from '../properties/numbers.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { MediumBar } from './MediumBar.tsx';
import { Ruler } from './Ruler.tsx';
import { Scrubber } from './Scrubber.tsx';
import { guessedLength } from './spans.ts';
import css from './TimeLine.module.css';
import { TimeRow } from './TimeRow.tsx';
import { timeSaid } from './time-said.ts';
import { useKeptTime } from './use-kept-time.ts';
import { usePlay } from './use-play.ts';

/** Properties of the TimeLine: how long the story's video is, in ms (null: not known, or an image), and its file's name. */
export interface TimeLineProps {
  videoMs: number | null;
  mediumName: string | null;
}

function Clock({ length }: { length: number }) {
  const tenths = useEditorState(({ time }) => Math.floor((time ?? 0) / 100));
  return (
    <span className={`${css.clock} num`}>
      {t(studioTimeWords.timeOf, {
        time: timeSaid(tenths * 100),
        length: timeSaid(length),
        b: (parts) => <b>{parts}</b>,
      })}
    </span>
  );
}

function ShownFor({ length }: { length: number }) {
  const editor = useEditor();
  const readOnly = useEditorState((state) => state.readOnly);
  const [least, most] = studioLimits.imageMs;
  return (
    <span className={css.shownFor}>
      <span aria-hidden>{t(studioTimeWords.shownFor)}</span>
      <NumberField
        label={t(studioTimeWords.shownFor)}
        sign=""
        unit={t(studioTimeWords.secondSign)}
        values={[secondsOf(length)]}
        bounds={[secondsOf(least), secondsOf(most)]}
        step={0.1}
        onChange={(next) =>
          editor.edit(changeBackdrop, { duration_ms: msOfSeconds(next(secondsOf(length))) }, 'story.duration_ms')
        }
        onSettled={() => editor.seal()}
        disabled={readOnly}
      />
    </span>
  );
}

/** How long the story that is open is shown, in ms. */
function useLength(videoMs: number | null): number {
  return useEditorState(({ content: { type, studio } }) =>
    type === 1
      ? (studio.duration_ms ?? usualImageMs)
      : (videoMs ?? guessedLength(flatten(studio).map(({ component }) => component))),
  );
}

/** The story in time: played, scrubbed through, and with a bar for each layer; of an image it is folded to one row at first. */
export function TimeLine({ videoMs, mediumName }: TimeLineProps) {
  const editor = useEditor();
  const length = useLength(videoMs);
  usePlay(length);
  useKeptTime(length);
  const isVideo = useEditorState(({ content }) => content.type === 2);
  const playing = useEditorState((state) => state.playing);
  const isAt = useEditorState(({ time }) => time !== null);
  const studio = useEditorState(({ content }) => content.studio);
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  const open = unfolded ?? isVideo;
  return (
    <section className={css.root} aria-label={t(studioTimeWords.timeLine)}>
      <div className={css.head}>
        <IconButton
          label={playing ? t(studioTimeWords.pause) : t(studioTimeWords.play)}
          icon={playing ? <Pause /> : <Play />}
          className={css.play}
          onClick={() => editor.play(!playing)}
        />
        <Clock length={length} />
        {isAt && !playing ? (
          <IconButton
            size="small"
            label={t(studioTimeWords.showAll)}
            icon={<Layers />}
            onClick={() => editor.showTime(null)}
          />
        ) : null}
        {isVideo ? (
          <span className={css.fact}>
            <Video size={14} aria-hidden />
            {t(studioTimeWords.videoLength)}
          </span>
        ) : null}
        {open ? <span className={css.snap}>{t(studioTimeWords.snaps)}</span> : <Scrubber length={length} bar />}
        {isVideo ? null : <ShownFor length={length} />}
        <IconButton
          size="small"
          label={open ? t(studioTimeWords.fold) : t(studioTimeWords.unfold)}
          icon={open ? <ChevronDown /> : <ChevronUp />}
          aria-expanded={open}
          onClick={() => setUnfolded(!open)}
        />
      </div>
      {open ? (
        <div className={css.tracks}>
          <Ruler length={length} />
          <div className={css.rows}>
            {layersOf(studio).map((one) => (
              <TimeRow key={one.component.id} one={one} length={length} />
            ))}
            <MediumBar name={mediumName} />
          </div>
          <Scrubber length={length} />
        </div>
      ) : null}
    </section>
  );
}
