/**
 * The data of forms for documents: `DocumentForm`, `FormField`, and `builtinWording` with the labels and descriptions
 * of the fields in English and Chinese. Only types and texts: `FormBuilder` of the module field and `Model` build the
 * forms.
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
