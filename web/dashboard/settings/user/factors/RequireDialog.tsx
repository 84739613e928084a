import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../shell/session/session-value.ts';
import { factorsWords } from '../../../words/factors.en.ts';
import { t } from '../../../words/t.ts';
import css from './Factors.module.css';
import { factorCommands } from './factor-commands.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** Asks before everyone in the account needs a second step for good, and says who has nothing to do it with yet. */
export function RequireDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { account } = useSession();
  const without = useQuery({
    queryKey: ['account', 'without-factor', account.id],
    queryFn: () => factorCommands.membersWithoutFactor(),
    staleTime: 0,
  });
  const { count = 0, names = [] } = without.data ?? {};
  return (
    <ProofDialog
      title={t(factorsWords.requireTitle)}
      text={t(factorsWords.requireText, { company: account.name, b: (parts) => <strong>{parts}</strong> })}
      submit={t(factorsWords.requireSubmit)}
      send={(product, proof) => product.requireFactors(proof)}
      said={({ message }) => message}
      onDone={onDone}
      onClose={onClose}
      note={
        without.data ? (
          <div className={css.affected}>
            <p>{t(factorsWords.affected, { count })}</p>
            {count > 0 ? (
              <ul>
                {names.map((name, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
                  <li key={place}>{name}</li>
                ))}
                {count > names.length ? <li>{t(factorsWords.affectedMore, { more: count - names.length })}</li> : null}
              </ul>
            ) : null}
          </div>
        ) : (
          <p className="t-small">
            {without.isError ? t(factorsWords.affectedUnknown) : t(factorsWords.affectedLoading)}
          </p>
        )
      }
    />
  );
}
