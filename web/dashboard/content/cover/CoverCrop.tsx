import css from './CoverCrop.module.css';
import coverPicture from './CoverPicture.module.css';
import 'react-easy-crop/react-easy-crop.css';
import { Image } from 'lucide-react';
import { type CSSProperties, useId } from 'react';
import Cropper from 'react-easy-crop';
import { limits } from '#contracts/api/limits.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import type { PickedCover } from './cover-draft.ts';

/** Properties of both parts of the crop. */
export interface CoverCropProps {
  cover: PickedCover;
  onChange: (change: Partial<PickedCover>) => void;
}

const named = {
  role: 'group',
  'aria-label': t(contentWords.cropHelp),
};

/** The picture under the round window; it is moved by dragging or with the arrow keys. */
export function CropWindow({ cover, onChange }: CoverCropProps) {
  return (
    <div className={coverPicture.crop}>
      <Cropper
        image={cover.url}
        aspect={1}
        cropShape="round"
        showGrid
        objectFit="cover"
        minZoom={1}
        maxZoom={limits.cropZoom}
        crop={cover.crop}
        zoom={cover.zoom}
        keyboardStep={4}
        disableAutomaticStylesInjection
        cropperProps={named}
        mediaProps={{ alt: '' }}
        onCropChange={(crop) => onChange({ crop })}
        onZoomChange={(zoom) => onChange({ zoom })}
        onCropAreaChange={(shares, pixels) => onChange({ shares, pixels })}
      />
    </div>
  );
}

/** The zoom from 1 to 3 as a slider. */
export function ZoomSlider({ cover, onChange }: CoverCropProps) {
  const id = useId();
  const share = (cover.zoom - 1) / (limits.cropZoom - 1);
  return (
    <div className={css.root}>
      <label htmlFor={id} className="visually-hidden">
        {t(contentWords.zoom)}
      </label>
      <Image size={14} aria-hidden />
      <input
        id={id}
        type="range"
        min={1}
        max={limits.cropZoom}
        step={0.05}
        value={cover.zoom}
        aria-valuetext={t(contentWords.zoomValue, { zoom: cover.zoom.toFixed(1) })}
        style={{ '--share': `${share * 100}%` } as CSSProperties}
        onChange={(event) => onChange({ zoom: Number(event.target.value) })}
      />
      <Image size={18} aria-hidden />
      <span className={`num ${css.factor}`}>{cover.zoom.toFixed(1)}×</span>
    </div>
  );
}
