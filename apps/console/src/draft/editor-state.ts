import { isSameJson, type JsonObject } from './json.ts';
import type { Operation } from './operations.ts';

/** How many changes can be undone. */
export const MOST_UNDO = 200;

/** The stored state that a draft started from; without a revision the application is not stored yet. */
export interface DraftBase {
  readonly revision?: number | undefined;
  readonly document: JsonObject;
}

/** A draft with its history. Documents are never changed, so that each state of the history is one reference. */
export interface EditorState {
  readonly base: DraftBase;
  readonly draft: JsonObject;
  readonly past: readonly JsonObject[];
  readonly future: readonly JsonObject[];
  /** What the last change was about: further ones of the same subject are undone together with it. */
  readonly subject?: string | undefined;
}

export function openDraft(base: DraftBase, draft: JsonObject = base.document): EditorState {
  return { base, draft, past: [], future: [] };
}

/** Applies an operation; one that changes nothing leaves no entry in the history. */
export function change(state: EditorState, operation: Operation, subject?: string): EditorState {
  const draft = operation(state.draft);
  if (isSameJson(draft, state.draft)) return state;
  const isContinued = subject !== undefined && subject === state.subject && state.past.length > 0;
  const past = isContinued ? state.past : [...state.past, state.draft].slice(-MOST_UNDO);
  return { ...state, draft, past, future: [], subject };
}

export function undo(state: EditorState): EditorState {
  const draft = state.past.at(-1);
  if (draft === undefined) return state;
  return { ...state, draft, past: state.past.slice(0, -1), future: [state.draft, ...state.future], subject: undefined };
}

export function redo(state: EditorState): EditorState {
  const [draft, ...future] = state.future;
  if (draft === undefined) return state;
  return { ...state, draft, past: [...state.past, state.draft], future, subject: undefined };
}

/** Forgets all changes; they can be undone back. */
export function discard(state: EditorState): EditorState {
  return change(state, () => state.base.document);
}

/** Goes on from another stored state: what was saved, or what a merge was made with. */
export function rebase(state: EditorState, base: DraftBase, draft: JsonObject): EditorState {
  return { ...change(state, () => draft), base };
}

/**
 * Without changes of its own, the editor follows what is stored: what another user saved, and what the platform made of a save
 * that could not be read back.
 */
export function followStored(state: EditorState, stored: Required<DraftBase>): EditorState {
  const { revision, document } = state.base;
  if (revision === undefined || stored.revision === undefined || hasChanges(state)) return state;
  if (revision < stored.revision) return openDraft(stored);
  return revision === stored.revision && !isSameJson(document, stored.document)
    ? rebase(state, stored, stored.document)
    : state;
}

export function hasChanges({ base, draft }: EditorState): boolean {
  return base.revision === undefined || !isSameJson(base.document, draft);
}
