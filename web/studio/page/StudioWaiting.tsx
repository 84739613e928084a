import { useFirstFrame } from '../../dashboard/shell/waiting/first-frame.ts';

/** The document's grey shapes stay while something is on its way. */
export function StudioWaiting() {
  useFirstFrame();
  return null;
}
