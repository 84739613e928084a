import { flatten } from '#contracts/studio/flat.ts';
import { groundOf } from '../../dashboard/kit/pictures/Avatar.tsx';
import { frameOf } from '../edits/boxes.ts';
import { useEditorState } from '../state/use-editor.ts';
import css from './CanvasOverlay.module.css';
import type { Viewport } from './stage-view.ts';
import { TurnedFrame } from './TurnedFrame.tsx';

/** Someone else who looks at the story, and the component of it that they have chosen. */
export interface OtherChoice {
  user_id: string;
  name: string;
  componentId: string;
}

/** A name nearer to the upper edge of the stage, in px, stands inside of its frame. */
const roomForName = 24;

/** The components that others have chosen, each framed in the color of its person, with their name. */
export function OthersFrames({ others, viewport }: { others: readonly OtherChoice[]; viewport: Viewport }) {
  const design = useEditorState(({ content }) => content.studio);
  const components = flatten(design).map(({ component }) => component);
  return others.map(({ user_id, name, componentId }) => {
    const one = components.find(({ id }) => id === componentId);
    if (!one) return null;
    const frame = frameOf(one);
    const { scale, x, y } = viewport;
    const [right, top] = [x + (frame.x + frame.width) * scale, y + frame.y * scale];
    const color = groundOf(user_id);
    return (
      <div key={user_id} style={{ color }}>
        <TurnedFrame className={css.other!} box={one} viewport={viewport} />
        <span
          className={`${css.name} truncate`}
          style={{ transform: `translate(${right}px, ${top}px) translateX(-100%)`, backgroundColor: color }}
          data-inside={top < roomForName || undefined}
        >
          {name}
        </span>
      </div>
    );
  });
}
