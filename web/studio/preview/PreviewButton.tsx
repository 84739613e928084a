import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../dashboard/api/error.ts';
import { http } from '../../dashboard/api/http.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';

/** Properties of a PreviewButton; `save` brings what was changed to the server first. */
export interface PreviewButtonProps {
  groupId: string;
  save: () => Promise<unknown>;
}

/** Opens a page that plays the group with its drafts, in a window of its own. */
export function PreviewButton({ groupId, save }: PreviewButtonProps) {
  const tell = useTell();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    // A window that is opened later is taken for an advertisement.
    const preview = window.open('', '_blank');
    setBusy(true);
    try {
      await save();
      const { url } = await http.post<{ url: string }>('/story/preview', { story_group_id: groupId });
      if (preview) preview.location.replace(url);
    } catch (error) {
      preview?.close();
      tell(errorText(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<Smartphone aria-hidden />} loading={busy} onClick={() => void open()}>
      {t(studioWords.preview)}
    </Button>
  );
}
