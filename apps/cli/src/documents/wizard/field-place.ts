import type { DocumentPath, FormField } from '@kubemin/model';
import type { Script } from './interview.ts';
import type { WizardContext } from './wizard-context.ts';

/** A field, or what each entry of one is: entries have no name. */
export type AskedField = Omit<FormField, 'label' | 'help' | 'name' | 'group' | 'order'> &
  Partial<Pick<FormField, 'help'>>;

/** A field to be asked for, and where its value goes. */
export interface FieldPlace {
  readonly field: AskedField;
  readonly path: DocumentPath;
  /** What the question is about: `api · Probes 1 · Port`. */
  readonly title: string;
  /** Whether an answer must be given; a field that was picked from a list must have one. */
  readonly needed: boolean;
}

/** Asks for a value of some kind and puts it into the sketch. `ask` asks for the fields within. */
export type FieldQuestions = (context: WizardContext, place: FieldPlace, ask: AskField) => Script<unknown>;

/** Asks for any field. */
export type AskField = (context: WizardContext, place: FieldPlace) => Script<unknown>;

/** Where fields stand that belong together. */
export type Holder = Pick<FieldPlace, 'path' | 'title'>;

/** The place of a field among those of an object. */
export function fieldPlace(field: FormField, holder: Holder, { translate }: WizardContext): FieldPlace {
  const label = field.label[translate.language];
  const title = holder.title === '' ? label : `${holder.title} · ${label}`;
  return { field, path: [...holder.path, field.name], title, needed: field.required };
}
