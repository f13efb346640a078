/**
 * Application documents on this machine: read and checked (`readCheckedDocument`), edited in place with comments and
 * formatting kept (`openDocument`, `saveDocument`), written by questions (`conductInit`), rendered with secret values
 * masked (`renderLocally`), imported and exported. Also prints plans and asks before something is deleted
 * (`confirmPlan`). A document with errors is not edited, and an edit that would make it invalid is not saved. Answers
 * in drafts hold no secrets.
 */
export { type Addition, askAddition } from './authoring/addition.ts';
export { type EditedDocument, openDocument, saveDocument } from './authoring/edited-document.ts';
export {
  type CheckedDocument,
  errorsAmong,
  invalidDocument,
  newWarnings,
  readCheckedDocument,
  withCarriedFields,
} from './checked-document.ts';
export { confirmPlan } from './deploy-plan.ts';
export { type FieldLinesOptions, fieldLines, markedLine, objectText } from './diff-text.ts';
export {
  DEFAULT_DOCUMENT,
  type DocumentFile,
  defaultDocument,
  documentHere,
  readDocumentFile,
} from './document-file.ts';
export { type LocalTools, platformTools, withLocalTools } from './document-tools.ts';
export { type FieldRow, fieldRows } from './field-rows.ts';
export { importFile } from './import.ts';
export { showNotes } from './import-document.ts';
export { exportedFiles, type LocalRendering, NO_ID, renderLocally } from './local-rendering.ts';
export { planText, showPlan } from './plan-text.ts';
export { platformModel } from './platform-model.ts';
export { askComponent } from './wizard/component-questions.ts';
export { DRAFT_NAME, DraftFile } from './wizard/draft-file.ts';
export { fieldPlace } from './wizard/field-place.ts';
export { askField } from './wizard/field-questions.ts';
export { askGroup, askMore } from './wizard/group-questions.ts';
export { answersFromFlags, readAnswersFile } from './wizard/init-answers.ts';
export { conductInit } from './wizard/init-interview.ts';
export { initPrompter, missingValuePrompter, refuseUnused } from './wizard/init-prompter.ts';
export type { Script } from './wizard/interview.ts';
export { questionFlag } from './wizard/question-id.ts';
export type { WizardContext } from './wizard/wizard-context.ts';
