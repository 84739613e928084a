/** What a form or a query says: texts in lists and objects. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

interface Branch {
  [name: string]: Branch | string;
}

const settled = (value: Branch | string): FormValue => {
  if (typeof value === 'string') return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name)))
    return names.sort((a, b) => Number(a) - Number(b)).map((name) => settled(value[name]!));
  return Object.fromEntries(names.map((name) => [name, settled(value[name]!)]));
};

/** Reads a form as Stripe does: `items[0][price]=…` is a list of objects, `expand[]=…` a list of texts. */
export const parseForm = (text: string): Record<string, FormValue> => {
  const root: Branch = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = [name.replace(/\[.*$/, ''), ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]!)];
    let at = root;
    for (const [index, raw] of parts.entries()) {
      const part = raw === '' ? String(Object.keys(at).length) : raw;
      if (index === parts.length - 1) at[part] = value;
      else {
        const next = at[part];
        const branch: Branch = typeof next === 'object' ? next : Object.create(null);
        at[part] = branch;
        at = branch;
      }
    }
  }
  return settled(root) as Record<string, FormValue>;
};
