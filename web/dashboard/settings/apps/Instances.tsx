import { Pencil, Plus, QrCode, Trash2 } from 'lucide-react';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { FeatureGate } from '../../gates/FeatureGate.tsx';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import table from '../../kit/table/Table.module.css';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from '../SettingsParts.module.css';
import { Token } from './Token.tsx';

/** The instances of one app, unfolded below it. */
export function Instances(props: {
  app: AppRow;
  onAdd: () => void;
  onRename: (instance: InstanceRow) => void;
  onDelete: (instance: InstanceRow) => void;
  onQr: (instance: InstanceRow) => void;
}) {
  const { app, onAdd, onRename, onDelete, onQr } = props;
  const { may } = useSession();
  const manage = may('instance.manage', app.id) ? undefined : permissionText;
  const fixed = t(refusalWords.DefaultInstance);
  return (
    <div className={css.instances}>
      <ul aria-label={t(settingsWords.instancesOf, { title: app.title })}>
        {app.instances.map((instance) => (
          <li key={instance.id}>
            <span className={css.instance}>
              <span className={`${table.name} truncate`}>{instance.title}</span>
              {instance.story_groups ? (
                <span className="t-caption">
                  {t(settingsWords.storyGroupCount, { count: instance.story_groups.length })}
                </span>
              ) : null}
            </span>
            <Token token={instance.token} of={instance.title} />
            <span className={css.actions}>
              <IconButton
                label={t(settingsWords.qrCodeOf, { title: instance.title })}
                icon={<QrCode />}
                onClick={() => onQr(instance)}
              />
              <IconButton
                label={t(settingsWords.renameInstance, { title: instance.title })}
                icon={<Pencil />}
                disabledReason={manage ?? (instance.is_default ? fixed : undefined)}
                onClick={() => onRename(instance)}
              />
              <IconButton
                label={t(settingsWords.deleteInstanceNamed, { title: instance.title })}
                icon={<Trash2 />}
                disabledReason={manage ?? (instance.is_default ? fixed : undefined)}
                onClick={() => onDelete(instance)}
              />
            </span>
          </li>
        ))}
      </ul>
      <FeatureGate feature="multi_instance">
        <Button size="small" variant="quiet" icon={<Plus aria-hidden />} disabledReason={manage} onClick={onAdd}>
          {t(settingsWords.addInstance)}
        </Button>
      </FeatureGate>
    </div>
  );
}
