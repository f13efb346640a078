import { type ApplicationDetail, PlatformError, type SavedApplication } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  change,
  DraftStore,
  discard,
  type EditorState,
  followStored,
  hasChanges,
  hideSecrets,
  type JsonObject,
  type Operation,
  openDraft,
  rebase,
  redo,
  undo,
  type WrittenDraft,
} from '../../draft/index.ts';
import {
  applicationByPathQuery,
  applicationQuery,
  queryKeys,
  readStoredDocument,
  type StoredDocument,
  storedDocumentQuery,
  usePlatform,
  usePollInterval,
} from '../../platform/index.ts';
import { documentText } from './problems.ts';

/** The path part, and the key of the draft, of an application that is not stored yet. */
export const NEW_APP = 'new';

export function useDraftStore(): DraftStore {
  const { url } = usePlatform();
  return useMemo(
    () =>
      new DraftStore({
        storage: localStorage,
        tabStorage: sessionStorage,
        platform: url,
        // `randomUUID` is only there over HTTPS and on the own machine.
        createId: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
      }),
    [url],
  );
}

/** What the editor starts with. */
export type OpenedDraft =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'open';
      readonly app: ApplicationDetail | undefined;
      readonly stored: StoredDocument | undefined;
      readonly initial: EditorState;
      /** Of the draft that the browser kept. */
      readonly keptId: string | undefined;
    };

/** Opens the draft of an application: the one that the browser kept, else its current revision. */
export function useOpenedDraft(path: string): OpenedDraft {
  const { client } = usePlatform();
  const store = useDraftStore();
  const refetchInterval = usePollInterval();
  const isNew = path === NEW_APP;
  const found = useQuery({ ...applicationByPathQuery(client, path), enabled: !isNew });
  const appId = found.data?.id ?? '';
  const app = useQuery({ ...applicationQuery(client, appId), enabled: appId !== '', refetchInterval });
  const revision = app.data?.revision ?? 0;
  const stored = useQuery({ ...storedDocumentQuery(client, appId, revision), enabled: revision > 0 });
  // The last one stays while the next is loaded, so that a save by another user does not empty the page.
  const last = useRef<{ readonly appId: string; readonly document: StoredDocument }>(undefined);
  if (stored.data !== undefined) last.current = { appId, document: stored.data };
  const document = stored.data ?? (last.current?.appId === appId ? last.current.document : undefined);
  const { initial, keptId } = useMemo(() => {
    const kept = store.find(isNew ? NEW_APP : appId);
    if (kept !== undefined) return { initial: kept.state, keptId: kept.id };
    return { initial: document === undefined ? undefined : openDraft(document), keptId: undefined };
    // Only what is there at first counts: later states are the editor's own.
  }, [store, isNew, appId, document]);
  if (isNew) {
    if (initial === undefined) return { kind: 'absent' };
    return { kind: 'open', app: undefined, stored: undefined, initial, keptId };
  }
  for (const query of [found, app, stored]) {
    if (query.isError && document === undefined) {
      return { kind: 'failed', error: query.error, retry: () => void query.refetch() };
    }
  }
  if (app.data === undefined || document === undefined || initial === undefined) return { kind: 'loading' };
  return { kind: 'open', app: app.data, stored: document, initial, keptId };
}

/** The draft while it is edited. */
export interface DraftHandle {
  readonly state: EditorState;
  readonly appId: string | undefined;
  readonly hasChanges: boolean;
  /** Whether the browser has the draft, so that a reload does not lose it; if not, it has no space or the draft of another tab. */
  readonly keeping: WrittenDraft['kind'];
  /** Keeps this draft in place of that of another tab. */
  readonly keepMine: () => void;
  /** Goes on with the draft of another tab. */
  readonly takeOther: () => void;
  readonly apply: (operation: Operation, subject?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly discard: () => void;
  /** Saves a new revision. Throws PlatformError; REVISION_CONFLICT where another one was saved meanwhile. */
  readonly save: () => Promise<SavedApplication>;
  /** Goes on from what another user saved. */
  readonly rebase: (base: StoredDocument, draft: JsonObject) => void;
  /** The newest stored revision, for a merge. */
  readonly readNewest: () => Promise<StoredDocument>;
}

export function useDraft({ app, stored, initial, keptId }: Extract<OpenedDraft, { kind: 'open' }>): DraftHandle {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const store = useDraftStore();
  const [state, setState] = useState(initial);
  const [keeping, setKeeping] = useState<WrittenDraft['kind']>('kept');
  const key = app?.id ?? NEW_APP;
  const isLeft = useRef(false);
  // What is opened is what the browser has: writing it would take the secrets of another tab from it.
  const unwritten = useRef(state);
  const lastId = useRef(keptId);
  const note = useCallback((written: WrittenDraft) => {
    if (written.kind === 'kept') lastId.current = written.id;
    setKeeping(written.kind);
  }, []);
  useEffect(() => {
    if (!isLeft.current && state !== unwritten.current) note(store.write(key, state, lastId.current));
  }, [store, key, state, note]);
  // Without changes of its own, the editor follows what others save.
  useEffect(() => {
    if (stored === undefined) return;
    setState((now) => followStored(now, stored));
  }, [stored]);
  const apply = useCallback(
    (operation: Operation, subject?: string) => setState((now) => change(now, operation, subject)),
    [],
  );
  const save = useCallback(async (): Promise<SavedApplication> => {
    const text = documentText(state.draft, app?.id, stored?.format ?? 'yaml');
    // Without a stored revision it must not be there yet: a name that is taken is a conflict.
    const saved = await client.saveApplication(text, { lenient: true, ifMatch: state.base.revision ?? 0 });
    if (app === undefined) {
      isLeft.current = true;
      store.remove(NEW_APP);
    } else {
      // It is saved, whether or not it can be read back: until then, what was sent stands for it.
      const sent: StoredDocument = {
        revision: saved.revision,
        document: hideSecrets(state.draft),
        format: stored?.format ?? 'yaml',
      };
      const base = await readStoredDocument(client, saved.id, saved.revision).catch(() => sent);
      if (base !== sent) queries.setQueryData(storedDocumentQuery(client, saved.id, saved.revision).queryKey, base);
      setState((now) => (now.draft === state.draft ? rebase(now, base, base.document) : { ...now, base }));
    }
    await queries.invalidateQueries({ queryKey: [queryKeys.applications] });
    await queries.invalidateQueries({ queryKey: [queryKeys.application, saved.id] });
    return saved;
  }, [client, queries, store, state, app, stored]);
  return {
    state,
    appId: app?.id,
    hasChanges: hasChanges(state),
    keeping,
    keepMine: useCallback(() => note(store.replace(key, state)), [store, key, state, note]),
    takeOther: useCallback(() => {
      const other = store.find(key);
      if (other === undefined) return;
      unwritten.current = other.state;
      note({ kind: 'kept', id: other.id });
      setState(other.state);
    }, [store, key, note]),
    apply,
    undo: useCallback(() => setState(undo), []),
    redo: useCallback(() => setState(redo), []),
    discard: useCallback(() => setState(discard), []),
    save,
    rebase: useCallback((base, draft) => setState((now) => rebase(now, base, draft)), []),
    readNewest: useCallback(async () => {
      if (app === undefined) throw new TypeError('an application that is not stored has no newest revision');
      const { revision } = await client.getApplication(app.id);
      return readStoredDocument(client, app.id, revision);
    }, [client, app]),
  };
}

export function isConflict(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'REVISION_CONFLICT';
}
