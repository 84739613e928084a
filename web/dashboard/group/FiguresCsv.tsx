import { Download } from 'lucide-react';
import { useState } from 'react';
import { actingReason } from '../api/acting.ts';
import { errorText } from '../api/error.ts';
import { download } from '../api/http.ts';
import { saveFile } from '../api/save-file.ts';
import { Button } from '../kit/Button.tsx';
import { plural } from '../kit/format.ts';
import { useToast } from '../kit/Toast.tsx';
import { dayText } from './date-range.ts';
import type { GroupDetail } from './group-queries.ts';
import { useRange } from './use-range.ts';

/** Saves the figures of the group's stories in the chosen days as a CSV file, a row for each story. */
export function FiguresCsv({ group }: { group: GroupDetail }) {
  const { range } = useRange();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const query = { report_type: 'stories', story_group_id: group.id, ts_start: range.from, ts_end: range.to };
      const file = await download('/report', query);
      saveFile(`stories_${dayText(range.from)}_${dayText(range.to)}.csv`, file);
      toast({ kind: 'success', text: `${plural(group.stories.length, 'story', 'stories')} saved as CSV.` });
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
      disabled={group.stories.length === 0}
      disabledReason={actingReason()}
      onClick={save}
    >
      CSV
    </Button>
  );
}
