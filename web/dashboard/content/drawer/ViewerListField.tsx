import { ChevronDown, Download, FileText, Trash2, Upload, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { listType } from '#contracts/api/list-type.ts';
import { faultWords } from '#contracts/words/faults.en.ts';
import { download } from '../../api/download.ts';
import { errorText } from '../../api/error.ts';
import { uploadFile } from '../../api/upload.ts';
import { saveFile } from '../../csv/save-file.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { Field } from '../../kit/fields/Field.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem } from '../../kit/overlays/MenuItem.tsx';
import { Progress } from '../../kit/states/Progress.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { type KeptList, useKeptLists } from '../use-kept-lists.ts';
import formParts from './FormParts.module.css';
import type { GroupFields, ViewerList } from './group-fields.ts';
import type { GroupEditing } from './use-group-form.ts';
import css from './ViewerListField.module.css';

const hint = t(contentWords.viewerListHint);
// What browsers say of a .csv where another program has taken the ending, or none.
const typesOfCsv = new Set([listType, '', 'application/vnd.ms-excel', 'application/csv', 'text/plain']);

/** A file that is named and may be a CSV, as one; what is in it is read by the server. Null for any other. */
const asCsv = (file: File): File | null => {
  if (file.type === listType) return file;
  const isCsv = /\.csv$/i.test(file.name) && typesOfCsv.has(file.type);
  return isCsv ? new File([file], file.name, { type: listType }) : null;
};

function ListRow({ list, onRemove }: { list: ViewerList; onRemove: () => void }) {
  const save = useCommand({
    on: list.path,
    send: async () => saveFile(list.name, await download('/upload', { path: list.path })),
  });
  return (
    <div className={css.root}>
      <FileText size={18} aria-hidden />
      <div className={css.text}>
        <div className="truncate">{list.name}</div>
        {list.count === undefined ? null : (
          <div className="t-small num">{t(contentWords.viewerCount, { count: list.count })}</div>
        )}
      </div>
      <IconButton
        size="small"
        label={t(contentWords.downloadName, { name: list.name })}
        icon={<Download />}
        onClick={() => save.run()}
      />
      <IconButton
        size="small"
        label={t(contentWords.removeName, { name: list.name })}
        icon={<Trash2 />}
        onClick={onRemove}
      />
    </div>
  );
}

function KeptMenu({ lists, onChoose }: { lists: readonly KeptList[]; onChoose: (list: KeptList) => void }) {
  return (
    <Menu
      label={t(contentWords.accountFiles)}
      width={300}
      maxHeight={320}
      trigger={
        <Button size="small" iconEnd={<ChevronDown aria-hidden />}>
          {t(contentWords.accountFiles)}
        </Button>
      }
    >
      {lists.map((list) => (
        <MenuItem key={list.path} icon={<FileText aria-hidden />} onSelect={() => onChoose(list)}>
          {list.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

function RefusedRow({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <div className={css.root}>
      <FileText size={18} aria-hidden />
      <div className={css.text}>
        <div className="truncate">{name}</div>
      </div>
      <IconButton size="small" label={t(contentWords.removeName, { name })} icon={<Trash2 />} onClick={onRemove} />
    </div>
  );
}

/** The file of dynamic segmentation: taken from those that the account keeps, or chosen, sent at once and checked line by line by the server, then kept with the group. */
export function ViewerListField({ form: { control, chosenList, chooseList, ...form } }: { form: GroupEditing }) {
  const field = useFormField<GroupFields, GroupFields, ViewerList | null>({ control, name: 'viewer_list' });
  const { value: list, error, onChange } = field;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const sending = chosenList?.refusal === null ? chosenList : null;
  const upload = useRef<AbortController | null>(null);
  const kept = useKeptLists();
  const sent = list && form.sentList?.list.path === list.path ? form.sentList : null;
  useEffect(() => () => upload.current?.abort(), []);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const csv = asCsv(file);
    const { name } = file;
    if (!csv) return chooseList({ name, share: 0, refusal: t(faultWords.notCsv, { name }) });
    const controller = new AbortController();
    upload.current = controller;
    chooseList({ name, share: 0, refusal: null });
    try {
      const onProgress = (share: number) => chooseList({ name, share, refusal: null });
      const sent = await uploadFile(csv, { onProgress, signal: controller.signal });
      const sentList = { name, path: sent.file, count: sent.count ?? 0 };
      chooseList(null);
      onChange(sentList);
      if (kept.change) form.sendList({ list: sentList, keep: true });
    } catch (failure) {
      const refusal = errorText(failure);
      chooseList(refusal === null ? null : { name, share: 0, refusal });
    } finally {
      upload.current = null;
    }
  };
  return (
    <Field id={id} group optional label={t(contentWords.dynamicSegmentation)} hint={hint} error={error}>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t(contentWords.viewerListFile)}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {sending ? (
        <div className={formParts.sending}>
          <div>
            <div className={formParts.sendingText}>
              <span className="truncate">
                {sending.share < 1
                  ? t(contentWords.sendingName, { name: sending.name })
                  : t(contentWords.checkingName, { name: sending.name })}
              </span>
              <span className="num">{Math.round(sending.share * 100)}%</span>
            </div>
            <Progress value={sending.share} label={t(contentWords.sendingName, { name: sending.name })} />
          </div>
          <IconButton
            size="small"
            label={t(contentWords.cancelSendingName, { name: sending.name })}
            icon={<X />}
            onClick={() => upload.current?.abort()}
          />
        </div>
      ) : chosenList ? (
        <RefusedRow name={chosenList.name} onRemove={() => chooseList(null)} />
      ) : list ? (
        <ListRow list={list} onRemove={() => onChange(null)} />
      ) : null}
      {list && !chosenList && kept.change ? (
        <Checkbox
          checked={sent ? sent.keep : kept.has(list)}
          label={t(contentWords.offerElsewhere)}
          onChange={(keep) => (sent ? form.sendList({ ...sent, keep }) : kept.change?.(list, keep))}
        />
      ) : null}
      {sending ? null : (
        <div className={css.acts} data-wrong={error ? true : undefined}>
          <Button ref={field.ref} size="small" icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
            {list || chosenList ? t(contentWords.replaceFile) : t(contentWords.chooseCsvFile)}
          </Button>
          {kept.lists.length > 0 ? (
            <KeptMenu
              lists={kept.lists}
              onChoose={(chosen) => {
                chooseList(null);
                onChange({ ...chosen });
              }}
            />
          ) : null}
        </div>
      )}
    </Field>
  );
}
