/**
 * The draft of an application document: plain JSON that every view of the editor changes by the same pure operations, with undo
 * and redo, kept in the browser until it is saved. A field that no operation is about stays as it is, so that an untouched
 * document is the same after any round trip. `mergeDocuments` joins a draft with what another user saved meanwhile.
 */
export {
  type ComponentChange,
  type DocumentChange,
  type DraftChanges,
  documentChanges,
  draftChanges,
} from './changes.ts';
export {
  type DraftComponent,
  type DraftStep,
  findComponent,
  findPlace,
  type Lane,
  readComponents,
  readLanes,
  readNames,
  readSteps,
  readString,
  readTraits,
} from './document.ts';
export { DraftStore, type DraftStoreOptions, type WrittenDraft } from './draft-store.ts';
export {
  change,
  type DraftBase,
  discard,
  type EditorState,
  followStored,
  hasChanges,
  MOST_UNDO,
  openDraft,
  rebase,
  redo,
  undo,
} from './editor-state.ts';
export {
  fillMasks,
  findLostSecrets,
  findMasks,
  hideSecrets,
  isLostSecret,
  type MaskedPlace,
  restoreSecrets,
  secretRedactor,
} from './hidden-secrets.ts';
export { type TakenDocument, takeDocument } from './imported-document.ts';
export { getAt, isSameJson, type JsonObject, type Path, parsePath } from './json.ts';
export { type MergeConflict, type MergeResult, mergeDocuments, type Side } from './merge.ts';
export {
  addComponent,
  addStep,
  addTrait,
  duplicateComponent,
  freeComponentName,
  moveComponent,
  moveStep,
  type Operation,
  pasteComponents,
  removeComponent,
  removeStep,
  removeTrait,
  removeValue,
  renameComponent,
  renameStep,
  replaceDocument,
  setStepMode,
  setValue,
  type Target,
} from './operations.ts';
export { type Reference, readReferences, removeReference, type Usage, useSource } from './references.ts';
export { templateEntries } from './template-entries.ts';
