import { type Exporter, useListContext, useNotify } from 'react-admin';
import { saveFile } from '../../csv/save-file.ts';
import { t } from '../../words/t.ts';
import { adminLists, type ExportedList } from '../provider/admin-lists.ts';
import type { CsvRecord } from '../provider/admin-provider.ts';

/** Saves the server's CSV of the list around it, which is the one record that an export reads, and says so. */
export function useCsvExporter(name: ExportedList): Exporter<CsvRecord> {
  const { total = 0 } = useListContext();
  const notify = useNotify();
  return ([csv]) => {
    if (!csv) return;
    saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csv.file);
    notify(t(adminLists[name].saved, { count: total }), { type: 'success' });
  };
}
