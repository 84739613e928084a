import { Smartphone } from 'lucide-react';
import { SegmentedControl } from '../../dashboard/kit/buttons/SegmentedControl.tsx';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './StudioCanvas.module.css';
import { changeView, type Device, devices, viewSettings } from './view-settings.ts';
import { useWatched } from './watched.ts';

const deviceWords = {
  canvas: studioCanvasWords.deviceCanvas,
  iphone: studioCanvasWords.deviceIphone,
  pixel: studioCanvasWords.devicePixel,
} as const;
const options = devices.map((value) => ({ value, label: t(deviceWords[value]), icon: <Smartphone /> }));

/** What stands above the canvas: its size, what is dashed on it, and the phone that it is shown in. */
export function CanvasHead() {
  const { device, safeArea } = useWatched(viewSettings);
  return (
    <div className={css.head}>
      <div className={css.facts}>
        <span>{t(studioCanvasWords.canvasSize)}</span>
        {safeArea ? (
          <span className={css.dashed}>
            <i />
            {t(studioCanvasWords.safeArea)}
          </span>
        ) : null}
      </div>
      <div className={css.devices} data-own-pointer>
        <SegmentedControl<Device>
          label={t(studioCanvasWords.device)}
          value={device}
          options={options}
          onChange={(next) => changeView({ device: next })}
        />
      </div>
    </div>
  );
}
