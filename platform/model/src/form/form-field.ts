import type { Text } from './wording/wording.ts';

/** What a form shows a value with. */
export type Widget =
  | 'text'
  | 'textarea'
  | 'password'
  | 'number'
  | 'switch'
  | 'select'
  | 'tags'
  | 'keyValue'
  | 'list'
  | 'group'
  | 'traits'
  | 'json';

/** The parts of a form a field can be put into; `advanced` is folded away. */
export type FieldGroup = 'basic' | 'runtime' | 'network' | 'storage' | 'flow' | 'metadata' | 'advanced';

/** One value of a choice. */
export interface FieldOption {
  readonly value: string;
  readonly label: Text;
}

/** Everything a form needs to know about one field. */
export interface FormField {
  readonly name: string;
  readonly label: Text;
  readonly help: Text;
  readonly group: FieldGroup;
  /** Its place among its siblings. */
  readonly order: number;
  readonly widget: Widget;
  readonly required: boolean;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly options?: readonly FieldOption[];
  /** Of an object: its fields. */
  readonly fields?: readonly FormField[];
  /** Of an object: those of its fields of which exactly one must be given. */
  readonly exactlyOne?: readonly string[];
  /** Of a list or a map: what each entry is. */
  readonly item?: Omit<FormField, 'label' | 'help' | 'name' | 'group' | 'order'>;
}

/** A component type, trait or job type to choose, and the fields it brings. */
export interface FormSection {
  readonly label: Text;
  readonly summary: Text;
  readonly field: FormField;
}

/** A trait to choose, and for which types of components there is a point in it. */
export interface TraitSection extends FormSection {
  readonly componentTypes: readonly string[];
  /** Traits that add containers in which it has an effect. */
  readonly nestedIn: readonly string[];
}

/** The forms of a whole document, assembled from its registry. */
export interface DocumentForm {
  readonly application: readonly FormField[];
  readonly component: readonly FormField[];
  readonly componentTypes: Readonly<Record<string, FormSection>>;
  readonly traits: Readonly<Record<string, TraitSection>>;
  readonly step: readonly FormField[];
  readonly jobTypes: Readonly<Record<string, FormSection>>;
  readonly groups: Readonly<Record<FieldGroup, Text>>;
}
