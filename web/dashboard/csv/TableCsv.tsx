import { Download } from 'lucide-react';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { useCommand } from '../kit/use-command.ts';
import { t } from '../words/t.ts';
import { tableCsvWords } from '../words/table-csv.en.ts';
import type { TableFile } from './table-file.ts';

/** Properties of a TableCsv; `title` is that of the table, by which the file is named. */
export interface TableCsvProps {
  title: string;
  /** What the table shows, in figures that are not rounded; asked when the file is made. */
  file: () => TableFile;
  disabled?: boolean | undefined;
}

/** Saves a table that is shown as CSV. */
export function TableCsv({ title, file, disabled }: TableCsvProps) {
  const save = useCommand({
    on: 'csv',
    send: async () => (await import('./table-file.ts')).saveTable(title, file()),
    said: () => t(tableCsvWords.saved, { name: title }),
  });
  return (
    <IconButton
      size="small"
      label={t(tableCsvWords.of, { name: title })}
      icon={<Download />}
      disabled={disabled || save.busy}
      onClick={() => void save.run()}
    />
  );
}
