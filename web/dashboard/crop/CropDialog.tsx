import 'react-easy-crop/react-easy-crop.css';
import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { limits } from '#contracts/api/limits.ts';
import { storyShape } from '#contracts/story-group/fit.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { FieldMessage } from '../kit/fields/Field.tsx';
import { Dialog } from '../kit/overlays/Dialog.tsx';
import { contentWords } from '../words/content.en.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import css from './CropDialog.module.css';
import { drawPart } from './draw-part.ts';
import type { PictureCrop } from './picture-crop.ts';
import { ZoomSlider } from './ZoomSlider.tsx';

/** Properties of a CropDialog; `part` is what of the file shows now, when it was cropped before. */
export interface CropDialogProps {
  file: File;
  part: Area | undefined;
  onClose: () => void;
  /** Gets the cropped picture, or without a crop the whole one. */
  onCrop: (file: File, cropped: PictureCrop | undefined) => void;
}

const named = { role: 'group', 'aria-label': t(contentWords.cropHelp) };
const storyWidth = 1080;
const sharpWidth = 720;

/** The part of a picture as people will see it. */
function Preview({ url, shares }: { url: string; shares: Area | null }) {
  return (
    <figure className={css.preview}>
      <span className={css.screen}>
        {shares ? (
          <img
            src={url}
            alt=""
            style={{
              width: `${10_000 / shares.width}%`,
              height: `${10_000 / shares.height}%`,
              left: `${(-100 * shares.x) / shares.width}%`,
              top: `${(-100 * shares.y) / shares.height}%`,
            }}
          />
        ) : null}
      </span>
      <figcaption className="t-caption">{t(groupWords.whatPeopleSee)}</figcaption>
    </figure>
  );
}

/** Chooses the part of a picture that fills a story: by dragging, with the arrow keys, and by the zoom. */
export default function CropDialog({ file, part, onClose, onCrop }: CropDialogProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [chosen, setChosen] = useState<{ shares: Area; pixels: Area } | null>(null);
  const [drawing, setDrawing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const own = URL.createObjectURL(file);
    setUrl(own);
    return () => URL.revokeObjectURL(own);
  }, [file]);
  const save = async () => {
    if (!url || !chosen || drawing) return;
    setDrawing(true);
    setProblem(null);
    const { pixels, shares } = chosen;
    const width = Math.min(storyWidth, pixels.width);
    const height = Math.round((width * storyShape.height) / storyShape.width);
    try {
      onCrop(await drawPart(url, pixels, { width, height }, file), { whole: file, part: shares });
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : t(contentWords.pictureNotDrawn));
      setDrawing(false);
    }
  };
  const pixels = chosen?.pixels;
  return (
    <Dialog
      open
      size="large"
      title={t(groupWords.cropTitle)}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          {part ? (
            <Button variant="quiet" className={css.whole} onClick={() => onCrop(file, undefined)}>
              {t(groupWords.useWholePicture)}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t(groupWords.cancel)}</Button>
          <Button type="submit" variant="primary" loading={drawing} disabled={!chosen}>
            {t(groupWords.crop)}
          </Button>
        </>
      }
    >
      <div className={css.root}>
        <div className={css.stage}>
          {url ? (
            <Cropper
              image={url}
              aspect={storyShape.width / storyShape.height}
              showGrid
              minZoom={1}
              maxZoom={limits.cropZoom}
              crop={crop}
              zoom={zoom}
              keyboardStep={4}
              {...(part ? { initialCroppedAreaPercentages: part } : {})}
              disableAutomaticStylesInjection
              cropperProps={named}
              mediaProps={{ alt: '' }}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={(shares, area) => setChosen({ shares, pixels: area })}
            />
          ) : null}
        </div>
        {url ? <Preview url={url} shares={chosen?.shares ?? null} /> : null}
        <div className={css.controls}>
          <ZoomSlider zoom={zoom} onZoom={setZoom} />
          <p className="t-caption num" data-soft={pixels && pixels.width < sharpWidth ? true : undefined}>
            {pixels
              ? t(groupWords.cropSize, {
                  width: pixels.width,
                  height: pixels.height,
                  soft: pixels.width < sharpWidth,
                })
              : null}
          </p>
        </div>
        <FieldMessage id="crop" error={problem} />
      </div>
    </Dialog>
  );
}
