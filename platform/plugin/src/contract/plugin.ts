import type { KubeObject } from '@kubemin/kubeapi';
import type { ChangeContext, CheckContext, FieldWording, GatewayEntry, TraitScope, Wording } from '@kubemin/model';
import type {
  ComponentContext,
  Decoration,
  DecorationContext,
  ObjectDraft,
  TraitContext,
  TraitResult,
} from '@kubemin/render';
import type * as z from 'zod';
import type { PluginNotifierContext, PluginObjectContext, PluginResult, PluginStepContext } from './job-context.ts';

/** The version of the contract that this package describes. */
export const CONTRACT = 1;

/** A JSON Schema (2020-12), for plug-ins that do without zod. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What forms and references call an entry and its fields; the names themselves are used without it. */
export interface EntryWording {
  readonly entry?: FieldWording;
  /** By field; dots lead into objects. */
  readonly fields?: Wording;
}

/**
 * A trait with its renderer. All of it is pure: no clock, no randomness, no I/O; a call that takes longer than two seconds
 * fails, and its thread is stopped.
 */
export interface PluginTrait<S extends z.ZodType = z.ZodType> {
  /** One sentence for people choosing traits. */
  readonly summary: string;
  /** Of the plug-in's own copy of zod, or plain data. Functions below get what it returns. */
  readonly schema: S | JsonSchema;
  /** @default 'workload' */
  readonly scope?: TraitScope;
  readonly wording?: EntryWording;
  /** Rules beyond the schema. */
  check?(data: z.output<S>, context: CheckContext): void;
  /** Reports what cannot become of the previous data. */
  checkChange?(previous: z.output<S> | undefined, next: z.output<S> | undefined, context: ChangeContext): void;
  /** Changes of the pod, and further objects; they are in the application's namespace and grant no rights. */
  render(context: TraitContext<z.output<S>>): TraitResult;
  /** Only for the scope `component`: what it adds to every object of the component. */
  decorate?(context: DecorationContext<z.output<S>>): Decoration;
}

/** A component type with its renderer; pure, like a trait. */
export interface PluginComponentType<S extends z.ZodObject = z.ZodObject> {
  /** One sentence for people choosing a type. */
  readonly summary: string;
  readonly properties: S | JsonSchema;
  /** `required`: it runs containers from an image. `none`: it is data only. */
  readonly image: 'required' | 'none';
  readonly wording?: EntryWording;
  /** Whether the number of copies may change while it runs. @default false */
  readonly scales?: boolean;
  /** Whether its pods run to completion. @default 'for-ever' */
  readonly runs?: 'for-ever' | 'to-completion';
  /** The ports of its Service. Left out by types that have none. */
  serves?(properties: z.output<S>): readonly number[];
  check?(properties: z.output<S>, context: CheckContext): void;
  render(context: ComponentContext<z.output<S>>): readonly ObjectDraft[];
}

/** How objects of one kind are delivered. */
export interface PluginJobType {
  /** The kind, which no other job type delivers. It is namespaced. */
  readonly resource: { readonly apiVersion: string; readonly kind: string; readonly plural: string };
  /** 0 configuration, 1 what workloads need, 10 workloads, 20 what comes after. */
  readonly priority: 0 | 1 | 10 | 20;
  /** When objects that are no longer rendered are deleted. @default 'run' */
  readonly prune?: 'run' | 'component' | 'never';
  /** @default the setting */
  readonly timeoutMs?: number;
  /** @default the object is delivered, and that is enough */
  run?(context: PluginObjectContext): Promise<PluginResult | undefined>;
}

/** A type of workflow step. */
export interface PluginStepType<S extends z.ZodObject = z.ZodObject> {
  /** One sentence for people choosing a type. */
  readonly summary: string;
  /** What a step takes under `properties`. */
  readonly schema: S | JsonSchema;
  readonly wording?: EntryWording;
  /** Whether a step names components. @default 'optional' */
  readonly components?: 'required' | 'optional' | 'none';
  /** Names of the values every step of this type leaves for later ones. */
  readonly outputs?: readonly string[];
  /** @default 10 */
  readonly priority?: 0 | 1 | 10 | 20;
  /** `never`: only when the step has `retry`. @default 'transient' */
  readonly retries?: 'transient' | 'never';
  /** @default the setting */
  readonly timeoutMs?: number;
  check?(properties: z.output<S>, context: Pick<CheckContext, 'report'>): void;
  run(context: PluginStepContext<z.output<S>>): Promise<PluginResult | undefined>;
}

/** What an entry of the trait `gateway` is rendered with. */
export interface PluginGatewayContext {
  readonly entry: GatewayEntry;
  /** The name of the object, or of the first one. */
  readonly name: string;
  readonly namespace: string;
  /** The Service behind a backend. */
  service(backend: GatewayEntry['routes'][number]['backends'][number]): {
    readonly name: string;
    readonly port: number;
  };
  /** Reports what this kind of gateway cannot do; the path starts at the entry. */
  refuse(path: readonly (string | number)[], reason: string): void;
}

/** A kind of gateway that the trait `gateway` is rendered for; pure, like a trait. */
export interface PluginGateway {
  readonly summary: string;
  objects(context: PluginGatewayContext): readonly KubeObject[];
}

/** A transition of a run, as a CloudEvent. */
export type PluginEvent = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

/** Where transitions of runs are sent to. */
export interface PluginNotifier {
  readonly summary: string;
  /** Resolves once the receiver has all of them; they are sent again when it rejects. */
  deliver(events: readonly PluginEvent[], context: PluginNotifierContext): Promise<void>;
}

/** What a plug-in adds. Names of entries are those that documents and settings use. */
export interface Plugin {
  /** The version of the contract it was written for: `CONTRACT` of this package. */
  readonly contract: number;
  /** Lower-case letters, digits and dashes. */
  readonly name: string;
  readonly version: string;
  readonly traits?: Readonly<Record<string, PluginTrait>>;
  readonly componentTypes?: Readonly<Record<string, PluginComponentType>>;
  readonly jobTypes?: Readonly<Record<string, PluginJobType>>;
  readonly stepTypes?: Readonly<Record<string, PluginStepType>>;
  readonly gateways?: Readonly<Record<string, PluginGateway>>;
  readonly notifiers?: Readonly<Record<string, PluginNotifier>>;
}

/** Checks the types of a plug-in; the default export of its module. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

/** Lets the compiler read the type of the data from the schema. */
export function pluginTrait<S extends z.ZodType>(trait: PluginTrait<S> & { readonly schema: S }): PluginTrait<S> {
  return trait;
}

/** Lets the compiler read the type of the properties from the schema. */
export function pluginComponentType<S extends z.ZodObject>(
  type: PluginComponentType<S> & { readonly properties: S },
): PluginComponentType<S> {
  return type;
}

/** Lets the compiler read the type of the properties from the schema. */
export function pluginStepType<S extends z.ZodObject>(
  type: PluginStepType<S> & { readonly schema: S },
): PluginStepType<S> {
  return type;
}
