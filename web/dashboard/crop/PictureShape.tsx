import { CircleCheck, Crop } from 'lucide-react';
import { lazy, useState } from 'react';
import type { PictureSize } from '#contracts/story-group/fit.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { usePartFailed } from '../kit/states/use-part-failed.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import { PictureNote } from './PictureNote.tsx';
import css from './PictureShape.module.css';
import { isCroppable, type PictureCrop } from './picture-crop.ts';
import { barredShape, isSmall, recommendedSize } from './shape.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx'));

/** Properties of a PictureShape; `file` is null when it was stored before, `size` while it is not known. */
export interface PictureShapeProps {
  name: string;
  file: File | null;
  size: PictureSize | null;
  cropped: PictureCrop | undefined;
  onCrop: (file: File, cropped: PictureCrop | undefined) => void;
}

function SmallNote({ size }: { size: PictureSize }) {
  const { width, height } = recommendedSize;
  return (
    <PictureNote>
      {t(groupWords.smallPicture, { width: size.width, height: size.height, wantedWidth: width, wantedHeight: height })}
    </PictureNote>
  );
}

/** How people will see a picture that is small or of another shape, and the crop of it; nothing for one that fills a story. */
export function PictureShape({ name, file, size, cropped, onCrop }: PictureShapeProps) {
  const [open, setOpen] = useState(false);
  const onFailed = usePartFailed(() => setOpen(false));
  const shape = barredShape(size);
  const small = size && isSmall(size) ? <SmallNote size={size} /> : null;
  if (shape === null && !cropped) return small;
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
      {small}
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
