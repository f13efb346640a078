import { dirname } from 'node:path';
import { toError } from '@kubemin/base';
import { errorMessage, type Message, verbatim } from '@kubemin/base/message';
import { parse } from 'yaml';
import { accessMessages } from '../messages/index.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { type KubeconfigOrigin, KubeconfigSection } from './kubeconfig-section.ts';

/** Reads a file whole, as text. */
export type ReadFile = (path: string) => string;

const LISTS = {
  contexts: { inner: 'context', code: 'KUBECONFIG_CONTEXT_UNKNOWN' },
  clusters: { inner: 'cluster', code: 'KUBECONFIG_CLUSTER_UNKNOWN' },
  users: { inner: 'user', code: 'KUBECONFIG_USER_UNKNOWN' },
} as const;

/**
 * Several kubeconfigs seen as one, by the rule of kubectl: the first file that names an entry has it to itself, and the
 * first that chooses a context chooses it.
 */
export class KubeconfigFiles {
  readonly #files: readonly KubeconfigSection[];

  constructor(files: readonly KubeconfigSection[]) {
    this.#files = files;
  }

  get currentContext(): string | undefined {
    for (const file of this.#files) {
      const chosen = file.getString('current-context');
      if (chosen !== undefined) return chosen;
    }
    return undefined;
  }

  getEntry(list: keyof typeof LISTS, name: string): KubeconfigSection {
    const { inner, code } = LISTS[list];
    const found = this.#entries(list).find((entry) => entry.getString('name') === name);
    if (found !== undefined) return found.getSection(inner);
    throw new KubeconfigError(code, accessMessages.noEntry({ kind: inner, name, list, names: this.entryNames(list) }));
  }

  entryNames(list: keyof typeof LISTS): Message {
    const names = new Set(this.#entries(list).flatMap((entry) => entry.getString('name') ?? []));
    return names.size === 0 ? accessMessages.none : verbatim([...names].join(', '));
  }

  #entries(list: keyof typeof LISTS): readonly KubeconfigSection[] {
    return this.#files.flatMap((file) => file.getSections(list));
  }
}

/** Reads the files that are there. As with kubectl, one that is missing is no fault as long as another is there. */
export function readKubeconfigFiles(paths: readonly string[], readFile: ReadFile): KubeconfigFiles {
  const files = paths.flatMap((path) => {
    const text = readIfPresent(path, readFile);
    const origin = { baseDir: dirname(path), ...(paths.length > 1 && { file: path }) };
    return text === undefined ? [] : [parseKubeconfig(text, origin)];
  });
  if (files.length > 0) return new KubeconfigFiles(files);
  throw new KubeconfigError(
    'KUBECONFIG_MISSING',
    paths.length === 0 ? accessMessages.noFile : accessMessages.fileMissing({ paths }),
  );
}

/** One kubeconfig. */
export function parseKubeconfig(text: string, origin: KubeconfigOrigin): KubeconfigSection {
  let document: unknown;
  try {
    document = parse(text, { logLevel: 'error' });
  } catch (cause) {
    const reason = errorMessage(cause);
    const { file } = origin;
    const problem =
      file === undefined ? accessMessages.textNotYaml({ reason }) : accessMessages.notYaml({ file, reason });
    throw new KubeconfigError('KUBECONFIG_SYNTAX', problem, cause);
  }
  return new KubeconfigSection(origin, '', document);
}

function readIfPresent(path: string, readFile: ReadFile): string | undefined {
  try {
    return readFile(path);
  } catch (cause) {
    const error = toError(cause);
    if ('code' in error && error.code === 'ENOENT') return undefined;
    throw new KubeconfigError(
      'KUBECONFIG_FILE_UNREADABLE',
      accessMessages.fileUnreadable({ path, reason: errorMessage(error) }),
      cause,
    );
  }
}
