import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { limits } from '#contracts/api/limits.ts';
import { PictureShape } from '../../crop/PictureShape.tsx';
import { barredShape } from '../../crop/shape.ts';
import { usePictureSize } from '../../crop/use-picture-size.ts';
import { WholePicture } from '../../crop/WholePicture.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { StoryThumb } from '../../kit/pictures/StoryThumb.tsx';
import { Progress } from '../../kit/states/Progress.tsx';
import { fileSize } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import uploadParts from './UploadParts.module.css';
import css from './UploadRow.module.css';
import type { Upload } from './upload.ts';
import { otherFaults } from './upload-checks.ts';
import { isHopeless, uploads, useAdding } from './uploads.ts';
import { type NewStories, useStoryText } from './use-new-stories.ts';

function stateText({ state, progress, file }: Upload): string {
  if (state === 'waiting') return t(groupWords.waiting);
  // What was uploaded before has no file here.
  if (state === 'done') return file.size ? fileSize(file.size) : t(groupWords.ready);
  if (progress >= 1) return t(groupWords.beingChecked);
  return t(groupWords.uploadProgress, { sent: fileSize(file.size * progress), size: fileSize(file.size) });
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <span className={css.problem}>
      <CircleAlert size={14} strokeWidth={2} aria-hidden />
      {children}
    </span>
  );
}

/** How far one file is, with what can be done about it. */
export function UploadState({ upload }: { upload: Upload }) {
  const adding = useAdding(upload.groupId);
  return (
    <div className={css.state}>
      {upload.state === 'failed' ? (
        <Problem>{upload.problem}</Problem>
      ) : (
        <>
          {upload.state === 'done' ? null : (
            <Progress value={upload.progress} label={t(groupWords.uploadOfName, { name: upload.file.name })} />
          )}
          <span className={`t-caption num ${css.size}`} data-done={upload.state === 'done' || undefined}>
            {upload.state === 'done' ? <CircleCheck size={14} aria-hidden /> : null}
            {stateText(upload)}
          </span>
        </>
      )}
      {upload.state === 'failed' && upload.retryable ? (
        <IconButton
          size="small"
          label={t(groupWords.retryUpload, { name: upload.file.name })}
          icon={<RotateCcw />}
          onClick={() => uploads.retry(upload.id)}
        />
      ) : null}
      <IconButton
        size="small"
        label={
          upload.state === 'sending'
            ? t(groupWords.cancelUploadOf, { name: upload.file.name })
            : t(groupWords.removeUpload, { name: upload.file.name })
        }
        icon={<X />}
        disabledReason={adding ? t(groupWords.addingNow) : undefined}
        onClick={() => uploads.cancel(upload.id)}
      />
    </div>
  );
}

/** An upload, and the form in which its story is named. */
export interface UploadProps {
  upload: Upload;
  control: Control<NewStories>;
}

/** The title, the swipe-up text and the link of a story that is still to be added. */
function UploadTexts({ upload, control }: UploadProps) {
  const title = useStoryText(control, upload, 'title');
  const buttonText = useStoryText(control, upload, 'button_text');
  const link = useStoryText(control, upload, 'outlink');
  return (
    <>
      <TextField label={t(groupWords.title)} counter={limits.storyTitle} {...title} />
      <div className={uploadParts.pair}>
        <TextField
          label={t(groupWords.swipeUpText)}
          optional
          placeholder={t(groupWords.swipeUpTextExample)}
          {...buttonText}
        />
        <TextField label={t(groupWords.link)} optional placeholder="https://" inputMode="url" {...link} />
      </div>
    </>
  );
}

/** The picture of an upload as people will see it, when it is of another shape whole with bars. */
export function UploadThumb({ upload, width, off }: { upload: Upload; width: number; off?: boolean }) {
  const src = isHopeless(upload) ? null : upload.preview;
  const shape = barredShape(usePictureSize(src, upload.stored));
  return (
    <StoryThumb src={src} width={width} off={off ?? false}>
      {src && shape ? <WholePicture src={src} /> : null}
    </StoryThumb>
  );
}

function UploadShape({ upload }: { upload: Upload }) {
  const size = usePictureSize(upload.preview, upload.stored);
  const adding = useAdding(upload.groupId);
  return (
    <PictureShape
      name={upload.title || upload.file.name}
      file={adding ? null : upload.file}
      size={size}
      cropped={upload.cropped}
      onCrop={(file, cropped) => uploads.crop(upload.id, file, cropped)}
    />
  );
}

/** How far a file is and the texts of its story; what can never be one has its name alone. */
export function UploadDetails({ upload, control }: UploadProps) {
  return (
    <>
      <UploadState upload={upload} />
      {isHopeless(upload) ? (
        <p className="t-small truncate">{upload.file.name}</p>
      ) : (
        <>
          <UploadShape upload={upload} />
          <UploadTexts upload={upload} control={control} />
          {otherFaults(upload.errors).map((fault) => (
            <Problem key={fault}>{fault}</Problem>
          ))}
        </>
      )}
    </>
  );
}

/** One file that becomes a story: its picture, its progress, its words. */
export function UploadRow({ upload, control }: UploadProps) {
  return (
    <li className={css.row}>
      <UploadThumb upload={upload} width={72} />
      <div className={css.fields}>
        <UploadDetails upload={upload} control={control} />
      </div>
    </li>
  );
}
