import { type Action, actionSchema, type Grant, grantSchema } from '@kubemin/client';

/** The grants of a stored user. */
export function storedGrants(text: string): readonly Grant[] {
  return grantSchema.array().parse(JSON.parse(text));
}

/** The scopes of a stored token; undefined narrows nothing. */
export function storedScopes(text: string | null): readonly Action[] | undefined {
  return text === null ? undefined : actionSchema.array().parse(JSON.parse(text));
}

/** The projects of a stored token; undefined narrows nothing. */
export function storedProjects(text: string | null): readonly string[] | undefined {
  if (text === null) return undefined;
  const names: unknown = JSON.parse(text);
  // What cannot be read must not widen the token.
  return Array.isArray(names) ? names.map(String) : [];
}

/** A list as it is stored. */
export function storedText(list: readonly unknown[] | undefined): string | null {
  return list === undefined ? null : JSON.stringify(list);
}
