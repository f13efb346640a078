import type { Serving } from '@kubemin/client';
import { servingMessages } from '../messages/index.ts';
import type { NextCommand, Translate } from '../terminal/index.ts';

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
export function servingLine({ wanted, serving, components }: ServedApplication, translate: Translate): string {
  const { revision, restores } = serving;
  const whole = components.every((each) => each.revision === revision);
  if (whole && restores !== undefined)
    return translate(servingMessages.restored({ refused: wanted, restored: restores, revision }));
  if (whole) return translate(servingMessages.whole({ revision }));
  if (components.every((each) => each.revision === undefined)) return translate(servingMessages.none);
  const parts = components.map((each) =>
    each.revision === undefined
      ? translate(servingMessages.nothing({ component: each.name }))
      : translate(servingMessages.part({ component: each.name, revision: each.revision })),
  );
  return translate(servingMessages.parts({ parts: parts.join(', ') }));
}

/** The command that brings the application back to the revision that serves; none when it is there already. */
export function rollbackCommand({ app, serving }: ServedApplication, translate: Translate): readonly NextCommand[] {
  if (serving.restores !== undefined) return [];
  const { revision } = serving;
  return [[`kubemin rollback ${app} ${revision}`, translate(servingMessages.toGoBack({ revision }))]];
}
