import { shortened } from '../object/index.ts';

/**
 * The name of a template's component in the application `app`: the application's name and as much of the end of the
 * old name as makes it unique. The same input gives the same name, and no two components ever get one.
 */
export function cloneName(app: string, old: string, taken: ReadonlySet<string>): string {
  const segments = old.split('-');
  for (let count = 1; count <= segments.length; count += 1) {
    const name = shortened(`${app}-${segments.slice(-count).join('-')}`);
    if (!taken.has(name)) return name;
  }
  for (let number = 2; ; number += 1) {
    const name = shortened(`${app}-${old}-${number}`);
    if (!taken.has(name)) return name;
  }
}

/** The name of something a component owns, such as a volume or an account, in the clone of that component. */
export function ownName(
  text: string,
  clone: { readonly app: string; readonly old: string; readonly name: string },
): string {
  const { app, old, name } = clone;
  if (text === '') return text;
  const inside = `-${text}-`;
  if (inside.includes(`-${old}-`)) return shortened(inside.replace(`-${old}-`, `-${name}-`).slice(1, -1));
  return text.startsWith(`${app}-`) ? text : shortened(`${app}-${text}`);
}
