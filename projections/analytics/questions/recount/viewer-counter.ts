import { countEncoded, emptySketch, encodeSketch, reachPrecision, withViewers } from '../../rollups/sketch.ts';

/**
 * Viewers are buffered before they go into a sketch: adding them one by one would cost more than everything else. Of ten
 * thousand groups those that wait should take less room than their sketches.
 */
const maxBuffered = 64;

/** Counts distinct viewers (hashes) as the statistics do, in some kilobytes however many they are. */
export const createViewerCounter = () => {
  let sketch = encodeSketch(emptySketch(reachPrecision));
  const buffered = new Set<number>();
  const flush = () => {
    sketch = withViewers(sketch, buffered) ?? sketch;
    buffered.clear();
  };
  return {
    add(viewer: number): void {
      buffered.add(viewer);
      if (buffered.size >= maxBuffered) flush();
    },
    count(): number {
      flush();
      return countEncoded(sketch);
    },
  };
};
