import { ImageUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { imageTypes, videoTypes } from '#contracts/api/media-files.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { errorText } from '../../api/error.ts';
import { type UploadedFile, uploadFile } from '../../api/upload.ts';
import { PictureShape } from '../../crop/PictureShape.tsx';
import type { PictureCrop } from '../../crop/picture-crop.ts';
import { barredShape } from '../../crop/shape.ts';
import { WholePicture } from '../../crop/WholePicture.tsx';
import { Button } from '../../kit/buttons/Button.tsx';
import { Field } from '../../kit/fields/Field.tsx';
import { StoryThumb } from '../../kit/pictures/StoryThumb.tsx';
import { Progress } from '../../kit/states/Progress.tsx';
import { duration } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { fileProblem } from '../uploads/file-checks.ts';
import css from './MediaField.module.css';
import { storyPicture } from './story-facts.ts';

const accept = Object.fromEntries([...imageTypes, ...videoTypes].map((type) => [type, []]));

function factsOf(media: Pick<StoryRow, 'mime_type' | 'width' | 'height' | 'duration_ms'>): string {
  const parts = [media.mime_type.startsWith('video/') ? t(groupWords.video) : t(groupWords.picture)];
  if (media.width && media.height) parts.push(t(groupWords.pixelSize, { width: media.width, height: media.height }));
  if (media.duration_ms) parts.push(duration(media.duration_ms));
  return parts.join(' · ');
}

/** The picture or video of a story, and another one in its place. */
export function MediaField(props: {
  story: StoryRow;
  stored: UploadedFile | null;
  error: string | undefined;
  onBusy: (busy: boolean) => void;
  onStored: (file: UploadedFile | null) => void;
}) {
  const { story, stored, error, onBusy, onStored } = props;
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<{ file: File; cropped?: PictureCrop | undefined } | null>(null);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const send = async (file: File | undefined, cropped?: PictureCrop) => {
    if (!file) return;
    const wrong = fileProblem(file);
    setProblem(wrong);
    if (wrong) return;
    setChosen({ file, cropped });
    const own = new AbortController();
    control.current?.abort();
    control.current = own;
    setShare(0);
    onBusy(true);
    try {
      onStored(await uploadFile(file, { signal: own.signal, onProgress: setShare }));
    } catch (failure) {
      if (!own.signal.aborted) setProblem(errorText(failure) ?? t(groupWords.uploadFailed));
    }
    if (control.current === own) {
      setShare(null);
      onBusy(false);
    }
  };
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: (files, refused) => send(files[0] ?? refused[0]?.file),
  });
  const picture = stored
    ? (stored.thumbnail ?? (stored.mime_type.startsWith('image/') ? stored.file : null))
    : storyPicture(story);
  const { width, height } = stored ?? story;
  const size = width && height ? { width, height } : null;
  return (
    <Field id="story-media" label={t(groupWords.media)} group error={problem ?? error}>
      <div {...getRootProps({ className: css.root, role: undefined })} data-active={isDragActive || undefined}>
        <input {...getInputProps({ 'aria-label': t(groupWords.otherMedia) })} />
        <StoryThumb src={picture} width={84}>
          {picture && barredShape(size) ? <WholePicture src={picture} /> : null}
        </StoryThumb>
        <div className={css.side}>
          <p className="t-small num">{factsOf(stored ?? story)}</p>
          {share === null ? (
            <div className={css.acts}>
              <Button size="small" icon={<ImageUp aria-hidden />} onClick={open}>
                {t(groupWords.replace)}
              </Button>
              {stored ? (
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() => {
                    onStored(null);
                    setChosen(null);
                  }}
                >
                  {t(groupWords.keepOldMedia)}
                </Button>
              ) : null}
            </div>
          ) : (
            <>
              <Progress value={share} label={t(groupWords.mediaUpload)} />
              <Button size="small" variant="quiet" onClick={() => control.current?.abort()}>
                {t(groupWords.cancelUpload)}
              </Button>
            </>
          )}
          {share === null ? (
            <PictureShape
              name={story.title}
              file={chosen && stored ? chosen.file : null}
              size={size}
              cropped={stored ? chosen?.cropped : undefined}
              onCrop={send}
            />
          ) : null}
          <p className="t-caption">{t(groupWords.dropMediaHint)}</p>
        </div>
      </div>
    </Field>
  );
}
