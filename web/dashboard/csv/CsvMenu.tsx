import { Download, FileSpreadsheet, Table2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { actingReason } from '../api/acting-reason.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem } from '../kit/overlays/MenuItem.tsx';
import { useCommand } from '../kit/use-command.ts';
import { csvWords } from '../words/csv.en.ts';
import { t } from '../words/t.ts';
import { saveFile } from './save-file.ts';

/** A file that can be saved; the first of a menu is what is on the screen. */
export interface CsvFile {
  name: string;
  label: string;
  note?: string;
  /** It cannot be saved yet; the others can. */
  disabled?: boolean;
  read: () => Blob | Promise<Blob>;
}

/** Properties of the CsvMenu; `what` names what a file holds, and `cardLabel` the small button of a card. */
export interface CsvMenuProps {
  files: readonly CsvFile[];
  what: string;
  cardLabel?: string;
  disabled?: boolean;
}

/** Saves figures as CSV: as they are shown, or all that there is from the server. */
export function CsvMenu({ files, what, cardLabel, disabled }: CsvMenuProps) {
  const save = useCommand<CsvFile>({
    on: 'csv',
    send: async (_, { name, read }) => saveFile(`${name}.csv`, await read()),
    said: () => t(csvWords.saved, { what }),
  });
  const trigger: ReactElement<object> = cardLabel ? (
    <IconButton size="small" label={cardLabel} icon={<Download />} disabled={disabled || save.busy} />
  ) : (
    <Button size="toolbar" icon={<Download aria-hidden />} loading={save.busy} disabled={disabled}>
      {t(csvWords.csv)}
    </Button>
  );
  return (
    <Menu label={t(csvWords.csv)} align="end" width={260} trigger={trigger}>
      {files.map((file, place) => (
        <MenuItem
          key={file.label}
          icon={place === 0 ? <Table2 aria-hidden /> : <FileSpreadsheet aria-hidden />}
          note={file.note}
          disabled={file.disabled}
          disabledReason={actingReason()}
          onSelect={() => save.run(file)}
        >
          {file.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
