import { isRecord } from '@kubemin/base';
import { SECRET_MASK, secretTexts } from '@kubemin/model';
import { type EditorState, hasChanges, openDraft } from './editor-state.ts';
import { getAt, type JsonObject, type Path, setAt } from './json.ts';

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where drafts are kept while they are not saved: in the browser of their author. */
export interface DraftStoreOptions {
  /** Survives the browser, and is readable on the disk: has everything but values of secrets. */
  readonly storage: TextStorage;
  /** Survives a reload and a crash of the tab, and ends with it: has the values of secrets that were typed. */
  readonly tabStorage: TextStorage;
  /** The address of the platform: one browser may use several. */
  readonly platform: string;
  /** Connects the two parts of one draft. */
  readonly createId: () => string;
}

const PREFIX = 'kubemin.draft';

/**
 * Stands for a value of a secret that was typed in a tab that is gone. It is no value: the editor has the user type it again
 * before it saves.
 */
export const LOST_SECRET = '\u0000kubemin:lost-secret';

/** Keeps drafts by application, so that a reload or a crash of the tab loses nothing. */
export class DraftStore {
  readonly #options: DraftStoreOptions;

  constructor(options: DraftStoreOptions) {
    this.#options = options;
  }

  /** Stores a draft, or removes it where nothing is changed. Returns false where the browser has no space left. */
  write(app: string, state: EditorState): boolean {
    if (!hasChanges(state)) {
      this.remove(app);
      return true;
    }
    const { storage, tabStorage, createId } = this.#options;
    const secrets = typedSecrets(state.draft);
    const draft = secrets.reduce<unknown>((hidden, { path }) => setAt(hidden, path, LOST_SECRET), state.draft);
    const id = createId();
    try {
      // The secrets first: after a crash in between, the draft before is found without its secrets, never with wrong ones.
      if (secrets.length > 0) tabStorage.setItem(this.#key(app), JSON.stringify({ id, secrets }));
      else tabStorage.removeItem(this.#key(app));
      storage.setItem(this.#key(app), JSON.stringify({ id, base: state.base, draft }));
      return true;
    } catch {
      return false;
    }
  }

  /** The draft of an application, exactly as it was written; in another tab with marks in place of typed secrets. */
  find(app: string): EditorState | undefined {
    const stored = parseStored(this.#options.storage.getItem(this.#key(app)));
    if (stored === undefined) return undefined;
    const { id, base, draft } = stored;
    if (!isRecord(base) || !isRecord(base.document) || !isRecord(draft)) return undefined;
    const revision = typeof base.revision === 'number' ? base.revision : undefined;
    return openDraft(
      { document: base.document, ...(revision !== undefined && { revision }) },
      this.#withSecrets(app, id, draft),
    );
  }

  remove(app: string): void {
    this.#options.storage.removeItem(this.#key(app));
    this.#options.tabStorage.removeItem(this.#key(app));
  }

  #withSecrets(app: string, id: unknown, draft: JsonObject): JsonObject {
    const kept = parseStored(this.#options.tabStorage.getItem(this.#key(app)));
    if (kept === undefined || kept.id !== id || !Array.isArray(kept.secrets)) return draft;
    return kept.secrets.reduce<JsonObject>((document, secret: unknown) => {
      if (!isRecord(secret) || !isPath(secret.path)) return document;
      const restored = setAt(document, secret.path, secret.value);
      return getAt(document, secret.path) === LOST_SECRET && isRecord(restored) ? restored : document;
    }, draft);
  }

  #key(app: string): string {
    return `${PREFIX}|${this.#options.platform}|${app}`;
  }
}

/** Places of a draft whose secret has to be typed again. */
export function findLostSecrets(value: unknown, path: Path = []): readonly Path[] {
  if (value === LOST_SECRET) return [path];
  if (Array.isArray(value)) return value.flatMap((entry, index) => findLostSecrets(entry, [...path, index]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => findLostSecrets(entry, [...path, key]));
}

/** Secrets that only this draft has: a mask stands for one that the platform stores. */
function typedSecrets(document: JsonObject) {
  return secretTexts(document).filter(({ value }) => !['', LOST_SECRET, SECRET_MASK].includes(value));
}

function isPath(value: unknown): value is Path {
  return Array.isArray(value) && value.every((key) => typeof key === 'string' || typeof key === 'number');
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
