import type { Text } from '@kubemin/model';
import { asTyped, type Parameter, type Reader } from './parameter.ts';

/** An argument that must be given. */
export function argument(name: string, summary: Text): Parameter<string>;
export function argument<T>(name: string, summary: Text, read: Reader<T>): Parameter<T>;
export function argument(name: string, summary: Text, read: Reader<unknown> = asTyped): Parameter<unknown> {
  return { form: `<${name}>`, summary, read: ([text = '']) => read(text) };
}

/** An argument that may be left out. */
export function optionalArgument(name: string, summary: Text): Parameter<string | undefined>;
export function optionalArgument<T>(name: string, summary: Text, read: Reader<T>): Parameter<T | undefined>;
export function optionalArgument(name: string, summary: Text, read: Reader<unknown> = asTyped): Parameter<unknown> {
  return { form: `[${name}]`, summary, read: ([text]) => (text === undefined ? undefined : read(text)) };
}

/** The last argument, as often as it is given. */
export function manyArguments(name: string, summary: Text): Parameter<readonly string[]>;
export function manyArguments<T>(name: string, summary: Text, read: Reader<T>): Parameter<readonly T[]>;
export function manyArguments(name: string, summary: Text, read: Reader<unknown> = asTyped): Parameter<unknown> {
  return { form: `[${name}...]`, summary, read: (typed) => typed.map(read) };
}

/** The last argument, given at least once. */
export function someArguments(name: string, summary: Text): Parameter<readonly string[]>;
export function someArguments<T>(name: string, summary: Text, read: Reader<T>): Parameter<readonly T[]>;
export function someArguments(name: string, summary: Text, read: Reader<unknown> = asTyped): Parameter<unknown> {
  return { form: `<${name}...>`, summary, read: (typed) => typed.map(read) };
}
