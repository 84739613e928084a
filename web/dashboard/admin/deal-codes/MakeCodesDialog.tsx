import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { dealCodesBody } from '#contracts/subscription/commands.ts';
import { saveFile } from '../../csv/save-file.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { typedAs } from '../../kit/forms/rules.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { dealCodeWords } from '../../words/deal-codes.en.ts';
import { t } from '../../words/t.ts';
import { readWhole } from '../billing/typed-money.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import { dealBatchesKey } from './deal-queries.ts';

const rules = zodResolver(z.object({ count: typedAs(dealCodesBody.shape.count, readWhole) }));

/** Asks how many deal codes are made, and saves them as a file, which is the only time that they are shown. */
export function MakeCodesDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm({ start: { count: '' }, rules });
  const act = useStaffAct('makeDealCodes', 'deal-codes', {
    changes: [dealBatchesKey, ['audit']],
    said: () => t(dealCodeWords.saved, { count: readWhole(form.getValues('count')) }),
    onRefused: form.refused,
    onDone: ({ data }) => {
      saveFile(`deal-codes-${new Date().toISOString().slice(0, 10)}.csv`, data);
      onClose();
    },
  });
  return (
    <Dialog
      open
      size="small"
      title={t(dealCodeWords.make)}
      onClose={act.busy ? () => undefined : onClose}
      onSubmit={form.sending(({ count }) => act.run({ count: readWhole(count) }))}
      footer={
        <>
          <Button onClick={onClose} disabled={act.busy}>
            {t(dealCodeWords.cancel)}
          </Button>
          <Button type="submit" variant="primary" loading={act.busy}>
            {t(dealCodeWords.make)}
          </Button>
        </>
      }
    >
      <p>{t(dealCodeWords.makeText)}</p>
      <FormTextField
        control={form.control}
        name="count"
        label={t(dealCodeWords.howMany)}
        inputMode="numeric"
        maxLength={20}
        autoFocus
        autoComplete="off"
      />
    </Dialog>
  );
}
