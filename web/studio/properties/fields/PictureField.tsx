import { ImagePlus, X } from 'lucide-react';
import { Button } from '../../../dashboard/kit/buttons/Button.tsx';
import { IconButton } from '../../../dashboard/kit/buttons/IconButton.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { usePanel } from '../panel-context.ts';
import css from './PictureField.module.css';

/** Properties of a PictureField; with `onRemove` there may be none. */
export interface PictureFieldProps {
  label: string;
  src: string | null;
  onPick: (src: string) => void;
  onRemove?: () => void;
}

/** A picture of the account: the one that is there, and the way to choose another. */
export function PictureField({ label, src, onPick, onRemove }: PictureFieldProps) {
  const { onPickPicture } = usePanel();
  const pick = async () => {
    const picked = await onPickPicture();
    if (picked) onPick(picked.src);
  };
  return (
    <div className={css.root}>
      <span className={css.label}>{label}</span>
      <div className={css.row}>
        {src ? <img className={css.picture} src={src} alt="" /> : null}
        <Button size="small" icon={<ImagePlus size={16} aria-hidden />} onClick={() => void pick()}>
          {src ? t(studioPropertyWords.replacePicture) : t(studioPropertyWords.choosePicture)}
        </Button>
        {src && onRemove ? (
          <IconButton size="small" label={t(studioPropertyWords.removePicture)} icon={<X />} onClick={onRemove} />
        ) : null}
      </div>
    </div>
  );
}
