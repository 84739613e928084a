import { CircleAlert } from 'lucide-react';
import { refusals } from '#contracts/errors.ts';
import { Button } from '../kit/Button.tsx';

/** Says that somebody else saved the group meanwhile, and lets people take that version or save over it. */
export function StaleNote({ onLoad, onOverwrite }: { onLoad: () => void; onOverwrite: () => void }) {
  return (
    <div className="content-stale" role="alert">
      <CircleAlert size={16} aria-hidden />
      <p>{refusals.VersionConflict[1]} What you typed is still here.</p>
      <div>
        <Button size="small" onClick={onLoad}>
          Load the new version
        </Button>
        <Button size="small" variant="danger-outline" onClick={onOverwrite}>
          Overwrite
        </Button>
      </div>
    </div>
  );
}
