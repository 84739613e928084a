import { CirclePause } from 'lucide-react';
import { memo } from 'react';
import { restReasons } from '#contracts/studio/resting.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { optionWords } from '../properties/sections/answer-name.ts';
import type { StoryContent } from '../state/story-content.ts';
import { EntryThumb } from '../strip/EntryThumb.tsx';
import type { StripEntry } from '../strip/entries.ts';
import { StorySign } from '../strip/StorySign.tsx';
import css from './FlowCardView.module.css';
import type { FlowCard } from './flow-card.ts';
import type { FlowWay } from './flow-graph.ts';
import { wayName } from './flow-sentences.ts';

/** Properties of a FlowCardView. */
export interface FlowCardViewProps {
  card: FlowCard;
  entry: StripEntry;
  content: StoryContent | undefined;
  isOpen: boolean;
  /** The keys of the ways that are violet. */
  chosen: string | null;
  /** A line is drawn that can't lead here. */
  isOff: boolean;
  /** What stands below the card. */
  note: string | null;
  /** What each way's port says of who went it; null where that isn't known. */
  shareOf: (storyId: string, way: FlowWay) => string | null;
}

const thumbWidth = 62;

function PortWords({ way, isOnly }: { way: FlowWay; isOnly: boolean }) {
  const option = way.answer && optionWords(way.answer.asking, way.answer.value);
  if (!way.answer || !option) return <span className="truncate">{isOnly ? t(words.nextPort) : wayName(way)}</span>;
  return (
    <>
      <span className={css.letter}>{way.answer.value}</span>
      <span className={`${css.option} truncate`}>{option}</span>
    </>
  );
}

/** A story on the board, with a port for each answer to it. */
export const FlowCardView = memo(function FlowCardView(props: FlowCardViewProps) {
  const { card, entry, content, isOpen, chosen, isOff, note, shareOf } = props;
  const { story, box, ports } = card;
  const isApart = !story.isReached;
  return (
    <>
      <div
        className={css.card}
        data-story={story.id}
        data-open={isOpen || undefined}
        data-apart={isApart && !story.away ? true : undefined}
        data-away={story.away ?? undefined}
        data-off={isOff || undefined}
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      >
        <span className={css.picture}>
          <EntryThumb entry={entry} content={content} width={thumbWidth} />
          <StorySign content={content} />
        </span>
        <span className={`${css.place} num`}>{story.place}</span>
        <span className={`${css.title} truncate`}>{story.title || t(studioWords.untitled)}</span>
        {note ? <span className={css.note}>{note}</span> : null}
        {ports.size === 0 ? <span className={css.dot} data-story={story.id} data-way={story.ways[0]!.key} /> : null}
      </div>
      {story.ways.map((way) => {
        const port = ports.get(way.key);
        if (!port) return null;
        const share = shareOf(story.id, way);
        return (
          <div
            key={way.key}
            className={css.port}
            data-story={story.id}
            data-way={way.key}
            data-chosen={chosen === way.key || undefined}
            data-resting={way.resting ?? undefined}
            data-led={way.goal !== null || undefined}
            style={{ left: port.x, top: port.y, width: port.width, height: port.height }}
          >
            <span className={css.portLine}>
              <PortWords way={way} isOnly={story.ways.length === 1} />
              {share ? <span className={`${css.share} num`}>{share}</span> : null}
            </span>
            {way.resting ? (
              <span className={css.reason}>
                <CirclePause size={12} aria-hidden />
                <span>{t(restReasons[way.resting])}</span>
              </span>
            ) : null}
          </div>
        );
      })}
    </>
  );
});

/** The end of the group on the board. */
export function FlowEnd({ box }: { box: FlowCard['box'] }) {
  return (
    <div className={css.end} style={{ left: box.x, top: box.y, width: box.width, height: box.height }}>
      {t(words.end)}
    </div>
  );
}
