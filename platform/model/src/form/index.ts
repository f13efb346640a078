/**
 * Labels and descriptions of fields, and the form in which they are shown.
 */
export type {
  DocumentForm,
  FieldGroup,
  FieldOption,
  FormField,
  FormSection,
  TraitSection,
  Widget,
} from './form-field.ts';
export { builtinWording } from './wording/builtin.ts';
export { type FieldWording, type Text, type Wording, word } from './wording/wording.ts';
