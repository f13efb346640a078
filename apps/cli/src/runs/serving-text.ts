import type { Serving } from '@kubemin/client';
import type { Language } from '../language/language.ts';
import { servingWords } from '../language/words/serving.ts';
import type { NextCommand } from '../terminal/next-commands.ts';

/** What runs of an application after a run that did not complete. */
export interface ServedApplication {
  readonly app: string;
  /** The revision that the run was to deliver. */
  readonly wanted: number;
  readonly serving: Serving;
  /** Each component with the revision of it that runs; without one, nothing of it does. */
  readonly components: readonly { readonly name: string; readonly revision?: number | undefined }[];
}

/** Which revision serves, in a line. */
export function servingLine({ wanted, serving, components }: ServedApplication, language: Language): string {
  const say = servingWords[language];
  const { revision, restores } = serving;
  const whole = components.every((each) => each.revision === revision);
  if (whole && restores !== undefined) return say.restored(wanted, restores, revision);
  if (whole) return say.whole(revision);
  if (components.every((each) => each.revision === undefined)) return say.none;
  const parts = components.map((each) =>
    each.revision === undefined ? say.nothing(each.name) : say.part(each.name, each.revision),
  );
  return say.parts(parts.join(', '));
}

/** The command that brings the application back to the revision that serves; none when it is there already. */
export function rollbackCommand({ app, serving }: ServedApplication, language: Language): readonly NextCommand[] {
  if (serving.restores !== undefined) return [];
  const { revision } = serving;
  return [[`kubemin rollback ${app} ${revision}`, servingWords[language].toGoBack(revision)]];
}
