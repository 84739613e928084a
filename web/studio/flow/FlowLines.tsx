import { memo } from 'react';
import type { Watched } from '../canvas/watched.ts';
import { useWatched } from '../canvas/watched.ts';
import css from './FlowLines.module.css';
import { lineStart } from './flow-card.ts';
import type { FlowStory } from './flow-graph.ts';
import { curve, dropAt, type FlowLayout, type FlowLine, isDashed } from './flow-layout.ts';
import type { DrawnWay } from './install-flow.ts';

/** Properties of FlowLines; `isChosen` says which lines are violet. */
export interface FlowLinesProps {
  layout: FlowLayout;
  isChosen: (line: FlowLine) => boolean;
}

const dash = ({ storyId, way, isPaused }: FlowLine, layout: FlowLayout): string | undefined => {
  if (isPaused) return 'paused';
  return isDashed(layout.cards.get(storyId)!.story, way) ? 'none' : undefined;
};

/** The ways between the stories. */
export const FlowLines = memo(function FlowLines({ layout, isChosen }: FlowLinesProps) {
  const sorted = [...layout.lines].sort((one, other) => Number(isChosen(one)) - Number(isChosen(other)));
  return (
    <svg className={css.lines} width={layout.width} height={layout.height} aria-hidden>
      {sorted.map((line) => {
        const { storyId, way, path, end, isPaused } = line;
        const key = `${storyId} ${way.key}`;
        return (
          <g
            key={isPaused ? `${key} paused` : key}
            className={css.line}
            data-line={key}
            data-dash={dash(line, layout)}
            data-quiet={(way.goal === null && way.answer !== null) || undefined}
            data-chosen={isChosen(line) || undefined}
          >
            <path className={css.near} d={path} data-story={storyId} data-way={way.key} />
            <path className={css.stroke} d={path} />
            {end ? <circle cx={end.x} cy={end.y} r={3.5} /> : null}
          </g>
        );
      })}
    </svg>
  );
});

/** Properties of a DrawnLine. */
export interface DrawnLineProps {
  drawn: Watched<DrawnWay | null>;
  layout: FlowLayout;
  stories: readonly FlowStory[];
  /** What stands beside the pointer where a line can't end. */
  refusal: string;
}

/** The way that is being drawn by hand, with what it would lead to. */
export function DrawnLine({ drawn, layout, stories, refusal }: DrawnLineProps) {
  const way = useWatched(drawn);
  const card = way && layout.cards.get(way.storyId);
  if (!way || !card) return null;
  const drop = dropAt(layout, stories, way.storyId, way.at);
  const box = drop && (drop.to === 'end' ? layout.end : layout.cards.get(drop.to)!.box);
  const { x, y } = way.at;
  return (
    <>
      <svg className={css.lines} width={layout.width} height={layout.height} aria-hidden>
        <g className={css.line} data-chosen data-refused={(drop && !drop.fits) || undefined}>
          <path className={css.stroke} d={curve([lineStart(card, way.key), way.at])} />
          <circle cx={x} cy={y} r={4} />
        </g>
      </svg>
      {box ? (
        <div
          className={css.target}
          data-refused={!drop?.fits || undefined}
          style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        />
      ) : null}
      {drop && !drop.fits ? (
        <div className={css.refusal} style={{ left: x + 12, top: y + 12 }}>
          {refusal}
        </div>
      ) : null}
    </>
  );
}
