import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';
import { imageTypes, videoTypes } from '#contracts/api/media-files.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './FileDrop.module.css';

const accept = Object.fromEntries([...imageTypes, ...videoTypes].map((type) => [type, []]));

/** The place where pictures and videos are dropped or chosen; files that cannot be used are handed over as well. */
export function FileDrop({ onFiles, children }: { onFiles: (files: File[]) => void; children?: ReactNode }) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    noClick: true,
    noKeyboard: true,
    // Refused files are listed with their reason like all others.
    onDrop: (files, refused) => onFiles([...files, ...refused.map((one) => one.file)]),
  });
  return (
    <div {...getRootProps({ className: css.drop, role: undefined })} data-active={isDragActive || undefined}>
      <input {...getInputProps({ 'aria-label': t(groupWords.fileDrop) })} />
      <ImagePlus size={24} aria-hidden />
      <p className="t-card">{t(groupWords.dropFiles)}</p>
      <p className="t-small">{t(groupWords.dropHint)}</p>
      <Button size="small" onClick={open}>
        {t(groupWords.chooseFiles)}
      </Button>
      <p className="t-caption">{t(groupWords.fileLimits)}</p>
      {children}
    </div>
  );
}
