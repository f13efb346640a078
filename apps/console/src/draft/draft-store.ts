import { isRecord } from '@kubemin/base';
import { type EditorState, hasChanges, openDraft } from './editor-state.ts';

/** Where drafts are kept while they are not saved: in the browser of their author. */
export interface DraftStoreOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** The address of the platform: one browser may use several. */
  readonly platform: string;
}

const PREFIX = 'kubemin.draft';

/** Keeps drafts by application, so that a reload or a crash loses nothing. */
export class DraftStore {
  readonly #storage: DraftStoreOptions['storage'];
  readonly #platform: string;

  constructor({ storage, platform }: DraftStoreOptions) {
    this.#storage = storage;
    this.#platform = platform;
  }

  /** Stores a draft, or removes it where nothing is changed. Returns false where the browser has no space left. */
  write(app: string, state: EditorState): boolean {
    try {
      if (hasChanges(state))
        this.#storage.setItem(this.#key(app), JSON.stringify({ base: state.base, draft: state.draft }));
      else this.#storage.removeItem(this.#key(app));
      return true;
    } catch {
      return false;
    }
  }

  /** The draft of an application, exactly as it was written. */
  find(app: string): EditorState | undefined {
    const text = this.#storage.getItem(this.#key(app));
    const stored = text === null ? undefined : parseStored(text);
    if (stored === undefined) return undefined;
    const { base, draft } = stored;
    if (!isRecord(base) || !isRecord(base.document) || !isRecord(draft)) return undefined;
    const revision = typeof base.revision === 'number' ? base.revision : undefined;
    return openDraft({ document: base.document, ...(revision !== undefined && { revision }) }, draft);
  }

  remove(app: string): void {
    this.#storage.removeItem(this.#key(app));
  }

  #key(app: string): string {
    return `${PREFIX}|${this.#platform}|${app}`;
  }
}

/** A text that this program did not write, or that was cut off, is no draft. */
function parseStored(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
