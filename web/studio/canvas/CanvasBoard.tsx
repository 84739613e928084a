import { X } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { safeArea } from '#contracts/studio/check/advise-place.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { drawBoard } from './board-render.ts';
import css from './CanvasBoard.module.css';
import { deviceBox } from './device-box.ts';
import { viewSettings } from './view-settings.ts';
import { useWatched } from './watched.ts';

/** Properties of a CanvasBoard: the story's medium, and what the header of a player shows. */
export interface CanvasBoardProps {
  src: string | null;
  poster: string | null;
  title: string;
  cover: string | null;
  /** Which of how many stories this is, from 0. */
  at: number;
  count: number;
  onVideoMs?: ((ms: number) => void) | undefined;
}

const safePlace = { left: safeArea.x, top: safeArea.y, width: safeArea.width, height: safeArea.height };

/** More segments than this cannot be told apart. */
const mostSegments = 30;

/** The header that a player lays over a story; here it is a picture of it. */
function PlayerHead({ title, cover, at, count }: Pick<CanvasBoardProps, 'title' | 'cover' | 'at' | 'count'>) {
  const segments = Math.min(mostSegments, Math.max(1, count));
  return (
    <div className={css.head}>
      <div className={css.segments}>
        {Array.from({ length: segments }, (_, place) => place).map((place) => (
          <i key={place} data-done={place <= at || undefined} />
        ))}
      </div>
      <div className={css.title}>
        <span className={css.cover}>{cover === null ? null : <img src={cover} alt="" draggable={false} />}</span>
        <span className="truncate">{title}</span>
        <X />
      </div>
    </div>
  );
}

/** The canvas itself, in its own units: the design as the player draws it, below the header of a player, guides of the view, and a phone. */
export const CanvasBoard = memo(function CanvasBoard(props: CanvasBoardProps) {
  const { src, poster, title, cover, at, count, onVideoMs } = props;
  const editor = useEditor();
  const type = useEditorState(({ content }) => content.type);
  const { device, grid, safeArea: isDashed } = useWatched(viewSettings);
  const host = useRef<HTMLDivElement>(null);
  useEffect(
    () => drawBoard(host.current!, editor, { type, src, poster, onVideoMs }),
    [editor, type, src, poster, onVideoMs],
  );
  const { width, height, rim } = deviceBox(device);
  const [left, top] = [(canvas.width - width) / 2, (canvas.height - height) / 2];
  return (
    <div className={css.root} aria-hidden>
      {device === 'canvas' ? null : (
        <div className={css.phone} style={{ left, top, width, height, borderWidth: rim }} data-device={device} />
      )}
      <div ref={host} className={css.host} data-device={device} />
      {grid ? <div className={css.grid} /> : null}
      <PlayerHead title={title} cover={cover} at={at} count={count} />
      {isDashed ? <div className={css.safe} style={safePlace} /> : null}
    </div>
  );
});
