import type { ParseResult, PropertiesData, TraitData } from '@kubemin/model';
import type { NotCarried } from './source/not-carried.ts';

/** What a converter gives: an application document, and everything of the text that is not in it. */
export interface Imported {
  readonly document: DocumentInput;
  readonly notCarried: readonly NotCarried[];
}

/** What a text does not contain. */
export interface ImportOptions {
  /** The application's name where the text has none, such as the name of its directory. */
  readonly name?: string;
  /** Values of the variables the text refers to. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Contents of the files the text refers to, by their path as the text writes it. */
  readonly files?: Readonly<Record<string, string>>;
  /** Reads the result, which must be valid. @default a model of the built-in registry, made for the occasion */
  readonly model?: DocumentJudge;
}

/** The part of a model that finds problems of a document. */
export interface DocumentJudge {
  parse(input: unknown): Pick<ParseResult, 'problems'>;
}

/** A document as users write it: what is left out has its default. */
export interface DocumentInput {
  readonly name: string;
  readonly namespace?: string;
  readonly version?: string;
  readonly description?: string;
  readonly component: readonly ComponentInput[];
}

/** A component as users write it. */
export interface ComponentInput {
  readonly name: string;
  readonly type: keyof PropertiesData;
  readonly image?: string;
  readonly replicas?: number;
  readonly properties?: AllPropertiesInput;
  readonly traits?: TraitsInput;
  readonly dependsOn?: readonly string[];
}

/** Properties of every type, all of them optional; the model knows which type takes which. */
export type AllPropertiesInput = InputOf<UnionToIntersection<PropertiesData[keyof PropertiesData]>>;

/** Traits as users write them. */
export type TraitsInput = { readonly [K in keyof TraitData]?: InputOf<TraitData[K]> };

/** One entry of a trait that is a list. */
export type TraitEntry<K extends keyof TraitData> = TraitData[K] extends readonly (infer E)[] ? InputOf<E> : never;

type InputOf<T> = T extends readonly (infer E)[]
  ? readonly InputOf<E>[]
  : T extends object
    ? string extends keyof T
      ? Readonly<T>
      : { readonly [K in keyof T]?: InputOf<T[K]> | undefined }
    : T;

type UnionToIntersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I
  : never;
