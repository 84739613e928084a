import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useStoreContext } from 'ra-core';
import { useNavigate } from 'react-router';
import { groupStatus } from '#contracts/story-group/status.ts';
import { errorText } from '../api/error.ts';
import { groupWithStoriesQuery } from '../content/story-group-queries.ts';
import { type GivenStatus, useGroupActions } from '../content/use-group-actions.ts';
import { followHistory } from '../group/group-queries.ts';
import type { AskLive, FoundGroup, PaletteLine } from './acts.ts';
import css from './PaletteDialog.module.css';
import { PlaceRow } from './PlaceRow.tsx';
import { remember } from './recent.ts';

interface OptionProps {
  id: string;
  line: PaletteLine;
  chosen: boolean;
  /** The pointer is on it. */
  onPoint: () => void;
  onClose: () => void;
  onAskLive: AskLive;
}

function Option({
  id,
  line,
  chosen,
  onPoint,
  onClose,
  onChoose,
}: Omit<OptionProps, 'onAskLive'> & { onChoose: () => void }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the chosen option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      id={id}
      role="option"
      className={css.option}
      aria-selected={chosen}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        onClose();
        onChoose();
      }}
    >
      <PlaceRow line={line} />
    </div>
  );
}

/** A status that a group is given as on Content: asked about where it goes live, shown at once, with a way back, refused in the same words. */
function StatusOption({
  group,
  status,
  onAskLive,
  ...option
}: OptionProps & { group: FoundGroup; status: GivenStatus }) {
  const client = useQueryClient();
  const notify = useNotify();
  const { setStatus } = useGroupActions(group.app_id, group.instance_id);
  const choose = async () => {
    try {
      // The rules ask for more of a group than the search tells.
      const row = await client.fetchQuery({ ...groupWithStoriesQuery(group.id), staleTime: 0 });
      const give = () => {
        setStatus(row, status);
        followHistory(client, group.id);
        client.invalidateQueries({ queryKey: ['search'], refetchType: 'none' });
      };
      if (row.status === groupStatus.test && status === groupStatus.active) onAskLive(row.title, give);
      else give();
    } catch (error) {
      const reason = errorText(error);
      if (reason) notify(reason, { type: 'error' });
    }
  };
  return <Option {...option} onChoose={choose} />;
}

/** One line of the palette; a click, or Enter in the field, opens the place or does the act. */
export function PaletteOption({ onAskLive, ...props }: OptionProps) {
  const { line } = props;
  const navigate = useNavigate();
  const store = useStoreContext();
  if (line.kind !== 'act')
    return (
      <Option
        {...props}
        onChoose={() => {
          remember(store, line);
          navigate(line.address);
        }}
      />
    );
  const { does } = line;
  if ('group' in does) return <StatusOption {...props} group={does.group} status={does.status} onAskLive={onAskLive} />;
  return <Option {...props} onChoose={() => ('address' in does ? navigate(does.address) : does.run())} />;
}
