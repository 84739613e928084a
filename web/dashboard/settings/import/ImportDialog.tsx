import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { BulkResult } from '#contracts/api/envelope.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import type { Envelope } from '../../api/http.ts';
import { storyGroupChanges, storyGroupsQuery } from '../../content/story-group-queries.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { appsQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { type InstanceOption, PlacePicker } from '../add-app/PlacePicker.tsx';
import css from '../apps/AppParts.module.css';
import { StoryLimitDialog } from '../apps/StoryLimitDialog.tsx';
import { ImportGroups } from './ImportGroups.tsx';
import { ImportRefused } from './ImportRefused.tsx';
import { likelySource, placesOf, storiesTooMany } from './import-choice.ts';

const rules = zodResolver(
  z.object({
    source: z.custom<InstanceOption | null>(),
    target: z.custom<InstanceOption>(),
    // More than one request may name are sent in several.
    chosen: z.array(z.string()).min(1),
  }),
);

/** Copies story groups from another instance, of this app or of another, into an instance of the app. */
export function ImportDialog({ app, onClose }: { app: AppRow; onClose: () => void }) {
  const { account, apps, may } = useSession();
  const targets = placesOf([app]);
  const seen = apps.filter((one) => may('storyGroup.view', one.id));
  const first = targets[0]!;
  const form = useSchemaForm({ start: { source: likelySource(seen, first), target: first, chosen: [] }, rules });
  const { source, target, chosen } = form.watch();
  const from = source?.instance_id === target.instance_id ? likelySource(seen, target) : source;
  const { app_id, instance_id } = from ?? target;
  const found = useQuery({ ...storyGroupsQuery(app_id, instance_id), enabled: from !== null });
  const [overLimit, setOverLimit] = useState(false);
  const [refused, setRefused] = useState<BulkResult['refused']>([]);
  const groups = found.data ?? [];
  const picked = groups.filter((group) => chosen.includes(group.id));

  const choose = (place: InstanceOption) => {
    form.setValue('source', place);
    form.setValue('chosen', []);
  };
  const add = useCommand<readonly StoryGroupRow[], Envelope<BulkResult>>({
    on: target.instance_id,
    send: (product, wanted, key) => product.importStoryGroups(app.id, target.instance_id, wanted, key),
    changes: [...storyGroupChanges, appsQuery.queryKey],
    said: ({ message }) => message,
    onDone: ({ data }) => (data.refused.length > 0 ? setRefused(data.refused) : onClose()),
  });
  const send = form.sending(() => {
    if (picked.length === 0) return;
    if (storiesTooMany(account.settings, app, picked) > 0) return setOverLimit(true);
    return add.run(picked);
  });
  if (overLimit) return <StoryLimitDialog appId={app.id} onClose={() => setOverLimit(false)} />;
  if (refused.length > 0) return <ImportRefused refused={refused} groups={groups} onClose={onClose} />;
  return (
    <Dialog
      open
      title={t(settingsWords.importStories)}
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t(settingsWords.cancel)}</Button>
          <Button type="submit" variant="primary" disabled={picked.length === 0} loading={add.busy}>
            {picked.length ? t(settingsWords.importStoryGroups, { count: picked.length }) : t(settingsWords.import)}
          </Button>
        </>
      }
    >
      <p className="t-small">{t(settingsWords.importText)}</p>
      {from ? (
        <>
          <div className={css.places}>
            <PlacePicker
              id="import-from"
              label={t(settingsWords.from)}
              places={placesOf(seen).filter((place) => place.instance_id !== target.instance_id)}
              chosen={from}
              onChoose={choose}
            />
            <PlacePicker
              id="import-to"
              label={t(settingsWords.to)}
              places={targets}
              chosen={target}
              onChoose={(place) => form.setValue('target', place)}
            />
          </div>
          {found.isError ? (
            <ErrorState bare title={t(settingsWords.groupsDidNotLoad)} onRetry={() => void found.refetch()} />
          ) : (
            <ImportGroups
              key={from.instance_id}
              groups={found.data}
              chosen={new Set(chosen)}
              onChoose={(next) => form.setValue('chosen', [...next])}
            />
          )}
        </>
      ) : (
        <p className={`${css.note} t-small`}>{t(settingsWords.importNoSource)}</p>
      )}
    </Dialog>
  );
}
