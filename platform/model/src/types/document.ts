import type * as z from 'zod';
import type { ExtraField, TemplateParameter, WorkflowStep } from '../field/index.ts';
import type { BuiltinRegistry } from './builtin.ts';
import type { ModelRegistry } from './registry.ts';
import type { TemplateEntry } from './template-entry.ts';

/** Trait name → its canonical data. */
export type TraitData<R extends ModelRegistry = BuiltinRegistry> = {
  readonly [K in keyof R['traits']]: z.output<R['traits'][K]['schema']>;
};

/** Component type → its canonical properties. */
export type PropertiesData<R extends ModelRegistry = BuiltinRegistry> = {
  readonly [K in keyof R['componentTypes']]: z.output<R['componentTypes'][K]['properties']>;
};

/** A component of one given type. */
export interface ComponentOf<Type, Properties, Traits> {
  readonly name: string;
  readonly type: Type;
  readonly image?: string;
  readonly replicas: number;
  readonly properties: Properties;
  readonly traits: { readonly [K in keyof Traits]?: Traits[K] };
  readonly dependsOn?: readonly string[];
}

/** A component of any type of the registry; `type` determines its properties. */
export type Component<R extends ModelRegistry = BuiltinRegistry> = {
  readonly [K in keyof R['componentTypes']]: ComponentOf<K, PropertiesData<R>[K], TraitData<R>>;
}[keyof R['componentTypes']];

/** The fields of a document besides its components; the same for every registry. */
interface DocumentHead {
  readonly id?: string;
  readonly name: string;
  readonly namespace: string;
  /** Where it is delivered; absent for the default cluster. */
  readonly cluster?: string;
  readonly alias: string;
  /** Absent when the author gave none; the store keeps the previous one, or DEFAULT_VERSION. */
  readonly version?: string;
  readonly project: string;
  readonly description: string;
  readonly icon: string;
  readonly tmpEnable: boolean;
  /** What applications that use this template may choose; absent when there is nothing. */
  readonly parameters?: readonly TemplateParameter[];
  /** Empty while templates are unresolved and the author gave none: it will be made from all components there are. */
  readonly workflow: readonly WorkflowStep[];
  /** What the application wants of templates; absent once they are resolved, and only then can it be rendered. */
  readonly templates?: readonly TemplateEntry[];
  /** What the author wrote that nothing acts on; absent when there is nothing of the kind. */
  readonly extras?: readonly ExtraField[];
}

/** The application document in its canonical form: one spelling, all defaults applied, a workflow present. */
export interface AppDocument<R extends ModelRegistry = BuiltinRegistry> extends DocumentHead {
  readonly component: readonly Component<R>[];
}

/** A component of whatever registry: what is needed to store it, pass it on or plan with it. */
export type AnyComponent = ComponentOf<string, object, object>;

/** A document of whatever registry. Every AppDocument is one. */
export interface AnyDocument extends DocumentHead {
  readonly component: readonly AnyComponent[];
}
