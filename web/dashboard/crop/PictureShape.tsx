import { CircleCheck, Crop } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '../kit/buttons/Button.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { usePartFailed } from '../kit/states/use-part-failed.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import { PictureNote } from './PictureNote.tsx';
import css from './PictureShape.module.css';
import { isCroppable, type PictureCrop } from './picture-crop.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx'));

/** Properties of a PictureShape; `file` is null when it was stored before, `shape` when the picture fills a story. */
export interface PictureShapeProps {
  name: string;
  file: File | null;
  shape: string | null;
  cropped: PictureCrop | undefined;
  onCrop: (file: File, cropped: PictureCrop | undefined) => void;
}

/** How people will see a picture of another shape, and the crop of it; nothing for one that fills a story. */
export function PictureShape({ name, file, shape, cropped, onCrop }: PictureShapeProps) {
  const [open, setOpen] = useState(false);
  const onFailed = usePartFailed(() => setOpen(false));
  if (shape === null && !cropped) return null;
  const label = cropped ? t(groupWords.changeCrop) : t(groupWords.crop);
  return (
    <div className={css.root}>
      {cropped ? (
        <p className={css.cropped}>
          <CircleCheck size={14} strokeWidth={2} aria-hidden />
          {t(groupWords.cropped)}
        </p>
      ) : (
        <PictureNote>{t(groupWords.shownWithBars, { shape: shape ?? '' })}</PictureNote>
      )}
      {file && isCroppable(file) ? (
        <Button
          size="small"
          icon={<Crop aria-hidden />}
          aria-label={t(groupWords.cropOf, { act: label, name })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {label}
        </Button>
      ) : null}
      {open && file ? (
        <LazyPart onFailed={onFailed}>
          <CropDialog
            file={cropped?.whole ?? file}
            part={cropped?.part}
            onClose={() => setOpen(false)}
            onCrop={(made, part) => {
              onCrop(made, part);
              setOpen(false);
            }}
          />
        </LazyPart>
      ) : null}
    </div>
  );
}
