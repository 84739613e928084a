import { Download } from 'lucide-react';
import { Button } from '../kit/buttons/Button.tsx';
import { useCommand } from '../kit/use-command.ts';
import { csvWords } from '../words/csv.en.ts';
import { t } from '../words/t.ts';
import { saveFile } from './save-file.ts';

/** Properties of the CsvButton; `what` names what the file holds and how many, as `3 stories`. */
export interface CsvButtonProps {
  what: string;
  /** The name of the file, asked when it is there. */
  name: () => string;
  read: () => Promise<Blob>;
  disabled: boolean;
  disabledReason?: string | undefined;
}

/** Has a CSV file made, saves it, and says so. */
export function CsvButton({ what, name, read, disabled, disabledReason }: CsvButtonProps) {
  const save = useCommand({
    on: 'csv',
    send: async () => saveFile(`${name()}.csv`, await read()),
    said: () => t(csvWords.saved, { what }),
  });
  return (
    <Button
      size="toolbar"
      icon={<Download aria-hidden />}
      loading={save.busy}
      disabled={disabled}
      disabledReason={disabledReason}
      onClick={() => save.run()}
    >
      {t(csvWords.csv)}
    </Button>
  );
}
