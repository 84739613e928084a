import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../api/error.ts';
import { Button } from '../kit/Button.tsx';
import { useToast } from '../kit/Toast.tsx';
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
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(`${name()}.csv`, await read());
      toast({ kind: 'success', text: `${what} saved as CSV.` });
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="toolbar"
      icon={<Download aria-hidden />}
      loading={busy}
      disabled={disabled}
      disabledReason={disabledReason}
      onClick={save}
    >
      CSV
    </Button>
  );
}
