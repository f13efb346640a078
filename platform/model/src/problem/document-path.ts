/** The way from the document's root to a value: keys and list indexes. */
export type DocumentPath = readonly (string | number)[];

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** `component[0].properties.conf["database.host"]`: the path as people and programs read it. */
export function formatPath(path: DocumentPath): string {
  let out = '';
  for (const part of path) {
    if (typeof part === 'number') out += `[${part}]`;
    else if (PLAIN_KEY.test(part)) out += out === '' ? part : `.${part}`;
    else out += `[${JSON.stringify(part)}]`;
  }
  return out;
}
