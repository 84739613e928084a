import { UploadDetails, type UploadProps, UploadThumb } from '../group/uploads/UploadRow.tsx';
import { isHopeless, isWanted, uploads, useAdding } from '../group/uploads/uploads.ts';
import { Checkbox } from '../kit/fields/Checkbox.tsx';
import { storyAddWords } from '../words/story-add.en.ts';
import { t } from '../words/t.ts';
import css from './Candidate.module.css';

/** One story that may be added: its picture with a box to choose it, how far its file is, and its words. */
export function Candidate({ upload, control }: UploadProps) {
  const adding = useAdding(upload.groupId);
  const hopeless = isHopeless(upload);
  const name = upload.title || upload.file.name;
  return (
    <li className={css.card} data-chosen={isWanted(upload) && !hopeless ? true : undefined}>
      <div className={css.picture}>
        <UploadThumb upload={upload} width={108} off={!isWanted(upload)} />
        {hopeless ? null : (
          <Checkbox
            className={css.check}
            checked={isWanted(upload)}
            disabled={adding}
            hideLabel
            label={t(storyAddWords.addName, { name })}
            onChange={(on) => uploads.choose([upload.id], on)}
          />
        )}
      </div>
      <div className={css.fields}>
        <UploadDetails upload={upload} control={control} />
        {upload.losesRules ? <p className="t-small">{t(storyAddWords.losesRules)}</p> : null}
      </div>
    </li>
  );
}
