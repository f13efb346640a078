import type { Part } from '../source/part.ts';

/** One entry of a service's volumes, in one form. */
export type Mount =
  | { readonly kind: 'volume'; readonly source: string; readonly target: string; readonly readOnly: boolean }
  | { readonly kind: 'anonymous' | 'tmpfs'; readonly target: string; readonly readOnly: boolean }
  | { readonly kind: 'bind'; readonly source: string; readonly target: string; readonly readOnly: boolean };

/** Reads the short form `source:target:mode` or the long form; enters nothing as carried, as it may be read twice. */
export function readMount(part: Part): Mount | undefined {
  if (part.isMap) return longForm(part);
  const text = part.peek()?.trim();
  if (text === undefined || text === '') return undefined;
  const [first = '', second, mode = ''] = splitShort(text);
  if (second === undefined) return { kind: 'anonymous', target: first, readOnly: false };
  const readOnly = mode.split(',').includes('ro');
  return { kind: isPath(first) ? 'bind' : 'volume', source: first, target: second, readOnly };
}

function longForm(part: Part): Mount | undefined {
  const target = part.at('target').peek();
  if (target === undefined) return undefined;
  const readOnly = part.at('read_only').peek() === 'true';
  const source = part.at('source').peek();
  const type = part.at('type').peek() ?? 'volume';
  if (type === 'tmpfs') return { kind: 'tmpfs', target, readOnly };
  if (type === 'volume' && source === undefined) return { kind: 'anonymous', target, readOnly };
  if (source === undefined || (type !== 'volume' && type !== 'bind')) return undefined;
  return { kind: type, source, target, readOnly };
}

/** Windows paths have a colon of their own. */
function splitShort(text: string): readonly string[] {
  const drive = /^[A-Za-z]:[\\/]/.test(text) ? text.slice(0, 2) : '';
  const [first = '', ...rest] = text.slice(drive.length).split(':');
  return [`${drive}${first}`, ...rest];
}

function isPath(source: string): boolean {
  return /^([./~$]|[A-Za-z]:[\\/])/.test(source);
}
