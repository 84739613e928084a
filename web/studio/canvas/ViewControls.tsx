import { Frame, Grid3x3, Magnet, Minus, Plus } from 'lucide-react';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { Tooltip } from '../../dashboard/kit/overlays/Tooltip.tsx';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './StudioCanvas.module.css';
import { changeView, shownZoom, stepZoom, viewSettings, zoomBounds } from './view-settings.ts';
import { useWatched } from './watched.ts';

const toggles = [
  ['safeArea', studioCanvasWords.safeArea, Frame],
  ['snapping', studioCanvasWords.snapping, Magnet],
  ['grid', studioCanvasWords.grid, Grid3x3],
] as const;

/** The zoom, and what is drawn over the canvas, for the bar above it. */
export function ViewControls() {
  const settings = useWatched(viewSettings);
  const zoom = useWatched(shownZoom);
  const [least, most] = zoomBounds;
  return (
    <div className={css.controls}>
      <IconButton
        label={t(studioCanvasWords.zoomOut)}
        icon={<Minus />}
        disabled={zoom <= least}
        onClick={() => stepZoom(-1)}
      />
      <Tooltip text={t(studioCanvasWords.zoomFit)}>
        <button type="button" className={css.zoom} onClick={() => changeView({ zoom: 'fit' })}>
          {t(studioCanvasWords.zoom, { zoom })}
        </button>
      </Tooltip>
      <IconButton
        label={t(studioCanvasWords.zoomIn)}
        icon={<Plus />}
        disabled={zoom >= most}
        onClick={() => stepZoom(1)}
      />
      <span className={css.bar} />
      {toggles.map(([name, label, Icon]) => (
        <IconButton
          key={name}
          className={css.toggle!}
          label={t(label)}
          icon={<Icon />}
          aria-pressed={settings[name]}
          onClick={() => changeView({ [name]: !settings[name] })}
        />
      ))}
    </div>
  );
}
