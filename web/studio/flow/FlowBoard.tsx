import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useWatched, Watched } from '../canvas/watched.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { StripEntry } from '../strip/entries.ts';
import css from './FlowBoard.module.css';
import { FlowCardView, FlowEnd } from './FlowCardView.tsx';
import { DrawnLine, FlowLines } from './FlowLines.tsx';
import { FlowTools } from './FlowTools.tsx';
import { type FlowStory, type FlowWay, mayLead } from './flow-graph.ts';
import { dropAt, type FlowLine, flowLayout } from './flow-layout.ts';
import { FlowView } from './flow-view.ts';
import { type DrawnWay, installFlow } from './install-flow.ts';

/** Properties of a FlowBoard. */
export interface FlowBoardProps {
  stories: readonly FlowStory[];
  entries: readonly StripEntry[];
  contents: ReadonlyMap<string, StoryContent>;
  /** The story that is looked at; it is kept in sight. */
  storyId: string;
  /** The ways that are violet, by story: the one that was chosen, or all of a way that is walked. */
  chosen: ReadonlyMap<string, string>;
  shareOf: (storyId: string, way: FlowWay) => string | null;
  onChoose: (storyId: string, key: string | null) => void;
  /** A way was drawn to a story, or to 'end'. */
  onLead: (storyId: string, key: string, to: string) => void;
  history: ReactNode;
}

function Pushed({ view, children }: { view: FlowView; children: ReactNode }) {
  const { scale, x, y } = useWatched(view.place);
  return (
    <div className={css.board} style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}>
      {children}
    </div>
  );
}

/** The story whose way is being drawn by hand; null while none is. */
function useDrawnFrom(drawn: Watched<DrawnWay | null>): string | null {
  const [from, setFrom] = useState<string | null>(null);
  useEffect(() => drawn.subscribe(() => setFrom(drawn.value?.storyId ?? null)), [drawn]);
  return from;
}

/** The stories of the group as cards and the ways between them, which a pointer draws; whoever has none uses the list beside it. */
export function FlowBoard(props: FlowBoardProps) {
  const { stories, entries, contents, storyId, chosen, shareOf, onChoose, onLead, history } = props;
  const tell = useTell();
  const stage = useRef<HTMLDivElement>(null);
  const { view, drawn } = useMemo(() => ({ view: new FlowView(), drawn: new Watched<DrawnWay | null>(null) }), []);
  const layout = useMemo(() => flowLayout(stories), [stories]);
  const from = useDrawnFrom(drawn);
  const now = useRef({ layout, stories, onChoose, onLead });
  now.current = { layout, stories, onChoose, onLead };

  useEffect(() => {
    const element = stage.current!;
    const resized = new ResizeObserver(([entry]) => view.resize(entry!.contentRect.width, entry!.contentRect.height));
    resized.observe(element);
    const stop = installFlow(element, {
      view,
      drawn,
      onChoose: (story, key) => now.current.onChoose(story, key),
      onDrop: ({ storyId: own, key, at }) => {
        const drop = dropAt(now.current.layout, now.current.stories, own, at);
        if (drop?.fits) now.current.onLead(own, key, drop.to);
        else if (drop) tell(t(words.earlierRefused, { place: placeOf(now.current.stories, drop.to) }), 'error');
      },
    });
    return () => {
      resized.disconnect();
      stop();
    };
  }, [view, drawn, tell]);
  useEffect(() => view.lay(layout), [view, layout]);
  useEffect(() => {
    const box = now.current.layout.cards.get(storyId)?.box;
    if (box) view.reveal(box);
  }, [view, storyId]);

  const isChosen = useMemo(() => (line: FlowLine) => chosen.get(line.storyId) === line.way.key, [chosen]);
  const first = stories.find(({ away }) => !away)?.id;
  const noteOf = (story: FlowStory): string | null => {
    if (story.away) return t(story.away === 'window' ? words.notShown : words.inactive);
    if (!story.isReached) return t(words.notReachable);
    if (story.id === first) return t(words.starts);
    return story.ways.every(({ to }) => to === 'end') ? t(words.endsHere) : null;
  };
  return (
    <div ref={stage} className={css.stage} data-drawing={from !== null || undefined}>
      <div aria-hidden>
        <Pushed view={view}>
          <FlowLines layout={layout} isChosen={isChosen} />
          {entries.map((entry) => {
            const card = layout.cards.get(entry.id);
            if (!card) return null;
            return (
              <FlowCardView
                key={entry.id}
                card={card}
                entry={entry}
                content={contents.get(entry.id)}
                isOpen={entry.id === storyId}
                chosen={chosen.get(entry.id) ?? null}
                isOff={from !== null && from !== entry.id && !mayLead(stories, from, entry.id)}
                note={noteOf(card.story)}
                shareOf={shareOf}
              />
            );
          })}
          <FlowEnd box={layout.end} />
          <DrawnLine drawn={drawn} layout={layout} stories={stories} refusal={t(words.earlierHint)} />
        </Pushed>
      </div>
      <FlowTools view={view} history={history} />
    </div>
  );
}

const placeOf = (stories: readonly FlowStory[], id: string): number => stories.find((one) => one.id === id)?.place ?? 0;
