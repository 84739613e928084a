import { renderToStaticMarkup } from 'react-dom/server';
import t from 'tap';
import { Badge } from './text/Badge.tsx';

t.test('the classes of a component are those of its sheet, under names that say where they are from', async (t) => {
  t.equal(
    renderToStaticMarkup(Badge({ kind: 'active', children: 'Active' })),
    '<span class="Badge-root" data-kit="badge" data-kind="active"><span class="Badge-dot" aria-hidden="true"></span>Active</span>',
  );
});
