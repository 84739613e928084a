import { type UploadProps, UploadState, UploadTexts } from '../group/uploads/UploadRow.tsx';
import { isWanted, uploads } from '../group/uploads/uploads.ts';
import { Checkbox } from '../kit/fields/Checkbox.tsx';
import { StoryThumb } from '../kit/pictures/StoryThumb.tsx';
import { storyAddWords } from '../words/story-add.en.ts';
import { t } from '../words/t.ts';
import css from './Candidate.module.css';

/** One story that may be added: its picture with a box to choose it, how far its file is, and its words. */
export function Candidate({ upload, control }: UploadProps) {
  const hopeless = upload.state === 'failed' && !upload.retryable;
  const name = upload.title || upload.file.name;
  return (
    <li className={css.card} data-chosen={isWanted(upload) && !hopeless ? true : undefined}>
      <div className={css.picture}>
        <StoryThumb src={hopeless ? null : upload.preview} width={108} off={!isWanted(upload)} />
        {hopeless ? null : (
          <Checkbox
            className={css.check}
            checked={isWanted(upload)}
            hideLabel
            label={t(storyAddWords.addName, { name })}
            onChange={(on) => uploads.choose([upload.id], on)}
          />
        )}
      </div>
      <div className={css.fields}>
        <UploadState upload={upload} />
        {hopeless ? (
          <p className="t-small truncate">{upload.file.name}</p>
        ) : (
          <UploadTexts upload={upload} control={control} />
        )}
      </div>
    </li>
  );
}
