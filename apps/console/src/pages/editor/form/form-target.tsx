import type { FormField, TraitSection } from '@kubemin/model';
import { createContext, type ReactNode, useContext } from 'react';
import { isLostSecret, type Path } from '../../../draft/index.ts';
import { useLanguage } from '../../../language/index.ts';

/** What fields read and write; the same for the inspector and for parameters of templates. */
export interface FormTarget {
  readonly root: unknown;
  /** Sets a value; undefined removes it. */
  readonly change: (path: Path, value: unknown) => void;
  /** What is wrong at a path, for the user. */
  readonly problemAt: (path: Path) => string | undefined;
  /** How many problems there are at a path and below it. */
  readonly countProblems?: (path: Path) => { readonly errors: number; readonly warnings: number };
  /** Names that may be meant at a path. */
  readonly suggest?: (path: Path) => readonly string[];
  /** Traits by name, for components and for containers that traits add. */
  readonly traits?: Readonly<Record<string, TraitSection>>;
}

const FormContext = createContext<FormTarget | undefined>(undefined);

export function FormProvider({ target, children }: { readonly target: FormTarget; readonly children: ReactNode }) {
  return <FormContext value={target}>{children}</FormContext>;
}

export function useForm(): FormTarget {
  const target = useContext(FormContext);
  if (target === undefined) throw new Error('form fields need a FormProvider above');
  return target;
}

/** A field without what only a list of fields needs: an entry of a list or a map. */
export type AnyField = Pick<
  FormField,
  'widget' | 'required' | 'default' | 'example' | 'minimum' | 'maximum' | 'options' | 'fields' | 'exactlyOne' | 'item'
> &
  Partial<Pick<FormField, 'name' | 'label' | 'help' | 'group'>>;

export interface FieldProps {
  readonly field: AnyField;
  readonly path: Path;
  /** In place of its own: the place in a list. */
  readonly label?: string;
}

export function useFieldTexts({ field, path, label }: FieldProps) {
  const { t } = useLanguage();
  const { problemAt } = useForm();
  const name = label ?? (field.label === undefined ? String(path.at(-1) ?? '') : t(field.label));
  const help = field.help === undefined ? '' : t(field.help);
  return {
    name,
    /** Required fields have no mark: the few that are optional to a beginner are folded away. */
    help: help === '' ? undefined : help,
    error: problemAt(path),
    placeholder:
      field.default !== undefined && field.default !== '' ? String(field.default) : exampleText(field.example),
  };
}

export function exampleText(example: unknown): string | undefined {
  return typeof example === 'string' || typeof example === 'number' ? String(example) : undefined;
}

/** A value as a control for text shows it. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || isLostSecret(value)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
