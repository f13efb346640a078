import type * as z from 'zod';
import type { FieldGroup, Text, Widget } from '../form/index.ts';
import type { DocumentPath, ProblemText } from '../problem/index.ts';

/** What `prepare` may report about the value it rewrites. */
export interface FieldNote {
  /** Where inside the value. @default the value itself */
  readonly path?: DocumentPath;
  readonly code: string;
  readonly message: ProblemText;
  readonly fix: ProblemText;
  readonly severity: 'error' | 'warning';
}

/** What a schema does not express about one field: other spellings, and the codes of its problems. */
export interface FieldHints {
  /** Irregular names. The mechanical spellings (snake_case, kebab-case, any capitals) need no mention. */
  readonly aliases?: readonly string[];
  /** Other words for the values of an enum: `{ configMap: 'config' }`. */
  readonly valueAliases?: Readonly<Record<string, string>>;
  /** The code of a wrong value. @default INVALID_TYPE or INVALID_VALUE */
  readonly code?: string;
  /** The code of an absent value. @default MISSING_REQUIRED_FIELD */
  readonly missing?: string;
  /** One sentence on how to put a wrong or absent value right. */
  readonly fix?: ProblemText;
  /** How forms and references call the field; entries of a registry's wording serve the same purpose. */
  readonly label?: Text;
  readonly help?: Text;
  /** @default 'basic' */
  readonly group?: FieldGroup;
  /** Of an object: the fields of which exactly one must be given. */
  readonly exactlyOne?: readonly string[];
  /** What a form shows it with. @default what the type of the value suggests */
  readonly widget?: Widget;
  /** Of a list: the key of an object that may hold it instead: `{ steps: [...] }`. */
  readonly wrapper?: string;
  /** Rewrites an older or looser form of the value before its keys are looked at. */
  readonly prepare?: (value: unknown, report: (note: FieldNote) => void) => unknown;
}

declare module 'zod' {
  interface GlobalMeta {
    kubemin?: FieldHints;
  }
}

/** Attaches hints to a schema; call it last, as refining a schema afterwards makes a copy without them. */
export function field<S extends z.ZodType>(schema: S, hints: FieldHints): S {
  return schema.meta({ ...schema.meta(), kubemin: hints });
}
