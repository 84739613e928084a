import { Pencil, X } from 'lucide-react';
import { limits } from '#contracts/api/limits.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { ErrorState } from '../../dashboard/kit/states/ErrorState.tsx';
import { Loading } from '../../dashboard/kit/states/Skeleton.tsx';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioBrandWords as words } from '../../dashboard/words/studio-brand.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './Brand.module.css';
import { BrandColors } from './BrandColors.tsx';
import { BrandFonts } from './BrandFonts.tsx';
import { BrandLogos } from './BrandLogos.tsx';
import { BrandLooks } from './BrandLooks.tsx';
import { useBrandKit } from './use-brand-kit.ts';

const isNamed = ({ name }: { name: string }): boolean =>
  name.trim() !== '' && [...name.trim()].length <= limits.brandColorName;

/** The brand kit of the account: its logo, colors, fonts, and the looks of its buttons and cards. Account owners change it. */
export default function BrandPanel({ onClose }: { onClose: () => void }) {
  const { account, apps, may } = useSession();
  const { query, kit, colorIds, isChanged, busy, faults, theirs, begin, change, cancel, save } = useBrandKit();
  const mayWrite = may('account.change');
  const shown = kit ?? query.data;
  const onChange = kit ? change : undefined;
  return (
    <section className={css.root} aria-label={t(words.title)}>
      <header className={css.head}>
        <div className={css.title}>
          <h2 className="t-card">{t(words.title)}</h2>
          <p className="t-caption">{t(words.forApps, { count: apps.length, account: account.name })}</p>
        </div>
        {mayWrite && !kit && query.data ? (
          <Button size="small" icon={<Pencil aria-hidden />} onClick={() => begin(query.data)}>
            {t(words.edit)}
          </Button>
        ) : null}
        <IconButton label={t(words.close)} icon={<X />} onClick={onClose} />
      </header>
      <div className={css.parts}>
        {mayWrite ? null : <p className={css.note}>{t(words.readOnly)}</p>}
        {query.isError && !shown ? (
          <ErrorState bare title={t(words.unread)} onRetry={() => void query.refetch()} />
        ) : null}
        {query.isPending ? <Loading /> : null}
        {shown ? (
          <>
            <BrandLogos kit={shown} onChange={onChange} />
            <BrandColors kit={shown} ids={colorIds} faults={faults} onChange={onChange} />
            <BrandFonts kit={shown} onChange={onChange} />
            <BrandLooks kit={shown} onChange={onChange} />
          </>
        ) : null}
      </div>
      {kit ? (
        <footer className={css.foot}>
          {theirs ? (
            <div className={css.moved} role="alert">
              <p>{t(words.moved)}</p>
              <Button size="small" onClick={() => begin(theirs)}>
                {t(words.loadTheirs)}
              </Button>
              <Button size="small" onClick={() => save(true)}>
                {t(words.saveMine)}
              </Button>
            </div>
          ) : null}
          <p className="t-caption" role="status">
            {isChanged ? t(words.unsaved) : null}
          </p>
          <Button onClick={cancel}>{t(words.cancel)}</Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={!isChanged || !kit.colors.every(isNamed)}
            onClick={() => save()}
          >
            {t(words.save)}
          </Button>
        </footer>
      ) : null}
    </section>
  );
}
