import { CircleAlert, ImagePlus, Trash2, Upload, X } from 'lucide-react';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { PictureNote } from '../../crop/PictureNote.tsx';
import { shapeName } from '../../crop/shape.ts';
import { ZoomSlider } from '../../crop/ZoomSlider.tsx';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import field from '../../kit/fields/Field.module.css';
import { Progress } from '../../kit/states/Progress.tsx';
import { dark, light } from '../../theme/tokens.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import formParts from '../drawer/FormParts.module.css';
import { CropWindow } from './CoverCrop.tsx';
import css from './CoverField.module.css';
import coverPicture from './CoverPicture.module.css';
import { type CoverDraft, coverSide, type PickedCover, pickCover } from './cover-draft.ts';
import { RoundPreview } from './RoundPreview.tsx';

/** Properties of the CoverField; `progress` is the share sent while the picture is on its way. */
export interface CoverFieldProps {
  label?: string;
  /** It may be left out, and taken away again. */
  optional?: boolean;
  cover: CoverDraft;
  onChange: (change: (before: CoverDraft) => CoverDraft) => void;
  error: string | undefined;
  onError: (message: string | undefined) => void;
  progress: number | null;
  onCancelUpload: () => void;
  /** The button that chooses a picture. */
  ref?: Ref<HTMLButtonElement>;
}

const accept = { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'] };

function Previews({ cover }: { cover: Exclude<CoverDraft, { kind: 'none' }> }) {
  const part = cover.kind === 'picked' ? { area: cover.shares } : {};
  return (
    <>
      <span className={coverPicture.preview} style={{ background: light.surface, color: light.text2 }}>
        <RoundPreview src={cover.url} {...part} />
        {t(contentWords.inApp)}
      </span>
      <span className={coverPicture.preview} data-dark style={{ background: dark.canvas, color: dark.text2 }}>
        <RoundPreview src={cover.url} {...part} size={36} />
        {t(contentWords.dark)}
      </span>
    </>
  );
}

/** What a picture lacks for a cover: it is not square, or what shows of it is small. */
function CoverNotes({ cover }: { cover: PickedCover }) {
  const side = Math.round(cover.pixels.width);
  return (
    <>
      {cover.width === cover.height ? null : (
        <PictureNote>{t(contentWords.coverNotSquare, { shape: shapeName(cover) })}</PictureNote>
      )}
      {side < coverSide ? <PictureNote>{t(contentWords.coverSmall, { side })}</PictureNote> : null}
    </>
  );
}

/** The cover of a group: drop or choose a JPEG or PNG, choose its round part, see it in light and dark. */
export function CoverField(props: CoverFieldProps) {
  const {
    label = t(contentWords.coverImage),
    optional,
    cover,
    onChange,
    error,
    onError,
    progress,
    onCancelUpload,
    ref,
  } = props;
  const id = useId();
  const [reading, setReading] = useState(false);
  const owned = useRef<string | null>(null);
  // The picture is let go when it is replaced or the drawer closes.
  const own = (url: string | null) => {
    if (owned.current && owned.current !== url) URL.revokeObjectURL(owned.current);
    owned.current = url;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the drawer closes
  useEffect(() => () => own(null), []);

  const take = async (file: File | undefined) => {
    if (!file) return onError(t(contentWords.coverTypeRefused));
    setReading(true);
    try {
      const picked = await pickCover(file);
      own(picked.url);
      onChange(() => picked);
      onError(undefined);
    } catch (failure) {
      onError(failure instanceof Error ? failure.message : t(contentWords.pictureUnreadable));
    } finally {
      setReading(false);
    }
  };
  const drop = useDropzone({
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => void (progress === null && take(files[0])),
  });
  const adjust = (change: Partial<PickedCover>) =>
    onChange((before) => (before.kind === 'picked' ? { ...before, ...change } : before));
  const message = error ? (
    <p className={field.error} id={`${id}-error`} role="alert">
      <CircleAlert aria-hidden />
      {error}
    </p>
  ) : null;

  return (
    <div {...drop.getRootProps({ role: 'group', 'aria-labelledby': `${id}-label` })} className={css.root}>
      <input {...drop.getInputProps()} aria-label={t(contentWords.coverFile, { label })} tabIndex={-1} />
      {cover.kind === 'none' ? (
        <>
          <div className={field.head}>
            <span className={field.label} id={`${id}-label`}>
              {label}
            </span>
            {optional ? <span className={field.end}>{t(contentWords.optional)}</span> : null}
          </div>
          <div className={css.drop} data-over={drop.isDragActive || undefined} data-wrong={error ? true : undefined}>
            <span className={css.dropTile}>
              <ImagePlus size={20} aria-hidden />
            </span>
            <div className={css.dropText}>
              <div className={css.dropTitle}>{t(contentWords.dropPictureHere)}</div>
              <div className="t-small">{t(contentWords.coverHint)}</div>
            </div>
            <Button
              ref={ref}
              icon={<Upload aria-hidden />}
              loading={reading}
              onClick={drop.open}
              aria-describedby={error ? `${id}-error` : undefined}
            >
              {t(contentWords.choose)}
            </Button>
          </div>
        </>
      ) : (
        <div className={coverPicture.cover} data-over={drop.isDragActive || undefined}>
          {cover.kind === 'picked' ? (
            <CropWindow key={cover.url} cover={cover} onChange={adjust} />
          ) : (
            <img className={coverPicture.crop} src={cover.url} alt="" />
          )}
          <div className={css.coverSide}>
            <div>
              <span className={field.label} id={`${id}-label`}>
                {label}
              </span>
              <div className="t-small truncate">
                {cover.kind === 'picked'
                  ? `${cover.name}, ${cover.width} × ${cover.height}`
                  : t(contentWords.cropByReplacing)}
              </div>
              {cover.kind === 'picked' ? <CoverNotes cover={cover} /> : null}
            </div>
            {cover.kind === 'picked' ? <ZoomSlider zoom={cover.zoom} onZoom={(zoom) => adjust({ zoom })} /> : null}
            <div className={css.coverRow}>
              <Previews cover={cover} />
              <span className={css.coverActs}>
                <Button
                  ref={ref}
                  size="small"
                  icon={<Upload aria-hidden />}
                  loading={reading}
                  disabled={progress !== null}
                  onClick={drop.open}
                >
                  {t(contentWords.replace)}
                </Button>
                {optional ? (
                  <IconButton
                    size="small"
                    label={t(contentWords.removeCover, { label: label.toLowerCase() })}
                    icon={<Trash2 />}
                    disabled={progress !== null}
                    onClick={() => onChange(() => ({ kind: 'none' }))}
                  />
                ) : null}
              </span>
            </div>
          </div>
        </div>
      )}
      {progress === null ? null : (
        <div className={formParts.sending}>
          <div>
            <div className={formParts.sendingText}>
              <span>{t(contentWords.sendingPicture)}</span>
              <span className="num">{Math.round(progress * 100)}%</span>
            </div>
            <Progress value={progress} label={t(contentWords.sendingPicture)} />
          </div>
          <IconButton size="small" label={t(contentWords.cancelSendingPicture)} icon={<X />} onClick={onCancelUpload} />
        </div>
      )}
      {message}
    </div>
  );
}
