import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';
import { imageTypes, videoTypes } from '#contracts/api/media.ts';
import { Button } from '../kit/Button.tsx';
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
      <input {...getInputProps({ 'aria-label': 'Pictures and videos' })} />
      <ImagePlus size={24} aria-hidden />
      <p className="t-card">Drop pictures and videos here</p>
      <p className="t-small">Several at once. 9:16 looks best.</p>
      <Button size="small" onClick={open}>
        Choose files
      </Button>
      <p className="t-caption">JPEG, PNG, WebP or GIF up to 20 MB, MP4, MOV or WebM up to 500 MB</p>
      {children}
    </div>
  );
}
