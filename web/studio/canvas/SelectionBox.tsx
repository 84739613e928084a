import { RotateCw } from 'lucide-react';
import { memo } from 'react';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { frameOf, type PlacedBox } from '../edits/boxes.ts';
import { handles } from '../edits/resize.ts';
import css from './CanvasOverlay.module.css';
import type { Viewport } from './stage-view.ts';

/** Below so many px a side has handles at its corners alone. */
const roomForSides = 40;
/** The knob stands below what lies nearer to the upper edge of the stage, in px. */
const roomForKnob = 56;

const allHandles = Object.entries(handles);
const cornersOnly = allHandles.filter(([, [across, down]]) => across !== 0 && down !== 0);

/** Above a frame that is less wide, in px, the label would lie on the knob. */
const roomForLabel = 190;

/** Properties of a SelectionBox. */
export interface SelectionBoxProps {
  box: PlacedBox;
  viewport: Viewport;
  /** Draws handles and the knob. */
  handled: boolean;
  /** Around several: dashed, with handles at the corners. */
  joint?: boolean;
  /** What stands above it, and beside the knob; '' where nothing does. */
  label?: string;
  angle?: string;
}

/** The frame of something that is selected, turned as it is. */
export const SelectionBox = memo(function SelectionBox(props: SelectionBoxProps) {
  const { box, viewport, handled, joint, label = '', angle = '' } = props;
  const { scale, x, y } = viewport;
  const { position, size, rotation } = box;
  const [width, height] = [size.width * scale, size.height * scale];
  const transform = `translate(${x + position.x * scale}px, ${y + position.y * scale}px) rotate(${rotation}deg)`;
  const frame = frameOf(box);
  const top = y + frame.y * scale;
  const isNarrow = handled && frame.width * scale < roomForLabel;
  const labelTop = isNarrow ? top + frame.height * scale : top;
  const shown = joint ? cornersOnly : allHandles;
  const fits = ([across, down]: readonly [number, number]) =>
    (across !== 0 || width >= roomForSides) && (down !== 0 || height >= roomForSides);
  return (
    <>
      <div className={css.box} style={{ transform, width, height }} data-joint={joint || undefined} data-selected>
        {handled ? (
          <>
            {shown
              .filter(([, sides]) => fits(sides))
              .map(([handle, [across, down]]) => (
                <i
                  key={handle}
                  className={css.handle}
                  style={{ left: `${(across + 1) * 50}%`, top: `${(down + 1) * 50}%` }}
                  data-handle={handle}
                />
              ))}
            <span className={css.knob} data-handle="turn" data-below={top < roomForKnob || undefined}>
              <RotateCw />
              {angle === '' ? null : <span className={css.angle}>{angle}</span>}
            </span>
          </>
        ) : null}
      </div>
      {label === '' ? null : (
        <span
          className={css.tip}
          style={{ transform: `translate(${x + frame.x * scale}px, ${labelTop}px)` }}
          data-below={isNarrow || undefined}
        >
          {label}
        </span>
      )}
    </>
  );
});

/** The size of a box in words. */
export const sizeLabel = ({ size: { width, height } }: PlacedBox): string =>
  t(studioCanvasWords.size, { width, height });
