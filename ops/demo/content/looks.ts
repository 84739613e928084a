/** A component's place and size on the canvas. */
export const box = (x: number, y: number, width: number, height: number) => ({
  position: { x, y },
  size: { width, height },
});

/** A card across the canvas, its top at `y`. */
export const wide = (y: number, height: number) => box(20, y, 320, height);

/** The Swipe Up at the lower edge. */
export const swipeUp = (id: string, button_text: string, outlink: string, more: object = {}) => ({
  ...{ id, button_text, outlink, ...box(60, 572, 240, 56) },
  ...more,
});

/** Words that are read on a light picture, with their arrow. */
export const inked = (color: string) => ({ text_color: color, icon_color: color });
