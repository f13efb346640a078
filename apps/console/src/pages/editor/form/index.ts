/**
 * Forms of documents and parts of them, as the model describes them: every widget, lists, maps, choices, traits with the
 * traits of their containers, and fields that no form describes as JSON. `FormProvider` gives what they read and write; they
 * know nothing of the editor.
 */
export { JsonEditor } from './controls.tsx';
export { FieldList, FormFieldView, GroupFields, OtherFields } from './fields.tsx';
export { FormProvider, type FormTarget } from './form-target.tsx';
export { ProblemBadge, TraitIcon } from './marks.tsx';
export { readVariables } from './read-variables.ts';
export { startingValue } from './starting-value.ts';
export { TraitList } from './traits.tsx';
