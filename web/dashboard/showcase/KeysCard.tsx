import { Card } from '../kit/Card.tsx';
import { Key } from '../kit/Key.tsx';
import css from './KeysCard.module.css';

const keys: [string, string[]][] = [
  ['Previous, next story', ['←', '→']],
  ['Previous, next group', ['↑', '↓']],
  ['First, last story', ['Home', 'End']],
  ['Pause, go on', ['Space']],
  ['Sound', ['M']],
  ['Close the viewer', ['Esc']],
];

/** The keys of the viewer. */
export function KeysCard() {
  return (
    <Card as="section" title="Keys">
      <dl className={css.keys}>
        {keys.map(([what, caps]) => (
          <div key={what}>
            <dt className="t-small">{what}</dt>
            <dd>
              {caps.map((cap) => (
                <Key key={cap}>{cap}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
