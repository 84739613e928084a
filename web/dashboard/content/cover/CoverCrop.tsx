import coverPicture from './CoverPicture.module.css';
import 'react-easy-crop/react-easy-crop.css';
import Cropper from 'react-easy-crop';
import { limits } from '#contracts/api/limits.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import type { PickedCover } from './cover-draft.ts';

/** Properties of the crop's window. */
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
