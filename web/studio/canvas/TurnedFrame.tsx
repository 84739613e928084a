import type { ComponentProps } from 'react';
import type { PlacedBox } from '../edits/boxes.ts';
import type { Viewport } from './stage-view.ts';

/** Properties of a TurnedFrame. */
export interface TurnedFrameProps extends ComponentProps<'div'> {
  box: PlacedBox;
  viewport: Viewport;
}

/** Lies over a component on the stage, in px of the screen, turned as it is. */
export function TurnedFrame({ box, viewport: { scale, x, y }, ...rest }: TurnedFrameProps) {
  const { position, size, rotation } = box;
  const transform = `translate(${x + position.x * scale}px, ${y + position.y * scale}px) rotate(${rotation}deg)`;
  return <div {...rest} style={{ transform, width: size.width * scale, height: size.height * scale }} />;
}
