import { isRecord } from '@kubemin/base';
import { type EditorState, hasChanges, openDraft } from './editor-state.ts';
import { hideSecrets, isLostSecret, LOST_SECRET, typedSecrets } from './hidden-secrets.ts';
import { type JsonObject, setAt } from './json.ts';

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where drafts are kept while they are not saved: in the browser of their author. */
export interface DraftStoreOptions {
  /** Survives the browser, and is readable on the disk: has everything but values of secrets. */
  readonly storage: TextStorage;
  /** Survives a reload and a crash of the tab, and ends with it: has the values of secrets that were typed. */
  readonly tabStorage: TextStorage;
  /** The address of the platform: one browser may use several. */
  readonly platform: string;
  /** For what is written: no two are the same. */
  readonly createId: () => string;
}

const PREFIX = 'kubemin.draft';

/** A draft that the browser has, as this tab last read or wrote it. */
export interface StoredDraft {
  readonly state: EditorState;
  /** Changes with each write of any tab. */
  readonly id: string;
}

/**
 * What came of writing a draft. `full`: the browser has no space left. `taken`: another tab wrote since, and its draft is the
 * one that is kept.
 */
export type WrittenDraft =
  | { readonly kind: 'kept'; readonly id: string | undefined }
  | { readonly kind: 'full' | 'taken' };

/** Keeps drafts by application, so that a reload or a crash of the tab loses nothing. */
export class DraftStore {
  readonly #options: DraftStoreOptions;

  constructor(options: DraftStoreOptions) {
    this.#options = options;
  }

  /**
   * Stores a draft, or removes it where nothing is changed. `known` is the id that this tab read or wrote last; a draft that
   * another tab wrote since is left as it is.
   */
  write(app: string, state: EditorState, known: string | undefined): WrittenDraft {
    const stored = parseStored(this.#options.storage.getItem(this.#key(app)));
    const isTaken = stored !== undefined && stored.id !== known;
    if (!hasChanges(state)) {
      if (!isTaken) this.remove(app);
      return { kind: 'kept', id: undefined };
    }
    return isTaken ? { kind: 'taken' } : this.replace(app, state);
  }

  /** Stores a draft, whatever is stored. */
  replace(app: string, state: EditorState): WrittenDraft {
    const { storage, tabStorage, createId } = this.#options;
    const id = createId();
    const secrets = typedSecrets(state.draft).map((each, at) => ({ ...each, mark: `${LOST_SECRET} ${id} ${at}` }));
    const draft = secrets.reduce<unknown>((hidden, { path, mark }) => setAt(hidden, path, mark), state.draft);
    const base = { ...state.base, document: hideSecrets(state.base.document) };
    try {
      // The secrets first: after a crash in between, the draft before is found without its secrets, never with wrong ones.
      const values = Object.fromEntries(secrets.map(({ mark, value }) => [mark, value]));
      if (secrets.length > 0) tabStorage.setItem(this.#key(app), JSON.stringify(values));
      else tabStorage.removeItem(this.#key(app));
      storage.setItem(this.#key(app), JSON.stringify({ id, base, draft }));
      return { kind: 'kept', id };
    } catch {
      return { kind: 'full' };
    }
  }

  /** The draft of an application, exactly as it was written; in another tab with marks in place of typed secrets. */
  find(app: string): StoredDraft | undefined {
    const stored = parseStored(this.#options.storage.getItem(this.#key(app)));
    if (stored === undefined) return undefined;
    const { id, base, draft } = stored;
    if (typeof id !== 'string' || !isRecord(base) || !isRecord(base.document) || !isRecord(draft)) return undefined;
    const revision = typeof base.revision === 'number' ? base.revision : undefined;
    const values = parseStored(this.#options.tabStorage.getItem(this.#key(app))) ?? {};
    const state = openDraft(
      { document: base.document, ...(revision !== undefined && { revision }) },
      withSecrets(draft, values),
    );
    return { state, id };
  }

  remove(app: string): void {
    this.#options.storage.removeItem(this.#key(app));
    this.#options.tabStorage.removeItem(this.#key(app));
  }

  #key(app: string): string {
    return `${PREFIX}|${this.#options.platform}|${app}`;
  }
}

/** Each mark stands for one value of one write, so that a draft of another tab never gets a wrong one. */
function withSecrets(draft: JsonObject, values: JsonObject): JsonObject {
  const restore = (value: unknown): unknown => {
    if (typeof value === 'string') return isLostSecret(value) && Object.hasOwn(values, value) ? values[value] : value;
    if (Array.isArray(value)) return value.map(restore);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, restore(entry)]));
  };
  const restored = restore(draft);
  return isRecord(restored) ? restored : draft;
}

/** A text that this program did not write, or that was cut off, is no draft. */
function parseStored(text: string | null): Readonly<Record<string, unknown>> | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
