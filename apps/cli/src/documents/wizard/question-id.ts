import type { DocumentPath } from '@kubemin/model';

/** Answers that have a flag of their own; all others are given with `--set`. */
const OWN_FLAGS: ReadonlyMap<string, string> = new Map([
  ['name', '--name'],
  ['namespace', '--namespace'],
  ['start', '--from'],
  ['component.1.name', '--component'],
  ['component.1.type', '--type'],
  ['component.1.image', '--image'],
  ['component.1.ports.1.port', '--port'],
  ['component.1.ports.1.expose', '--expose'],
  ['component.1.traits', '--traits'],
  ['order', '--order'],
  ['next', '--next'],
]);

/** The id of the question about a place: counted from one, and without the layer that only the document needs. */
export function questionId(path: DocumentPath): string {
  const short = path[0] === 'component' && path[2] === 'properties' ? path.toSpliced(2, 1) : path;
  return short.map((step) => (typeof step === 'number' ? step + 1 : step)).join('.');
}

/** What answers a question on the command line. */
export function questionFlag(id: string): string {
  return OWN_FLAGS.get(id) ?? `--set ${id}`;
}

/** The ids of the questions that own flags answer, by the flags' names without dashes. */
export const flagIds: ReadonlyMap<string, string> = new Map([...OWN_FLAGS].map(([id, flag]) => [flag.slice(2), id]));
