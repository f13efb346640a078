import { isRecord } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import * as z from 'zod';
import { field } from '../../field/index.ts';
import { fieldMessages, propertiesMessages } from '../../messages/index.ts';
import { ignoredField, type Report, rejectedIssue, rejection } from '../../problem/index.ts';

/** The ways a new version can take the place of the old one. */
export const UPDATE_STRATEGIES = ['rolling', 'recreate', 'canary', 'blue-green'] as const;

/** One of the ways a new version can take the place of the old one. */
export type UpdateStrategy = (typeof UPDATE_STRATEGIES)[number];

const SHARE_FIX = propertiesMessages.copiesOrShareFix;

const share = () =>
  field(
    z
      .string()
      .trim()
      .refine((text) => /^(\d{1,5}|\d{1,2}%|100%)$/.test(text), {
        ...rejection((input) => propertiesMessages.copiesOrShare({ value: String(input) }), {
          code: 'INVALID_UPDATE_POLICY',
          fix: SHARE_FIX,
        }),
      })
      .optional(),
    { code: 'INVALID_UPDATE_POLICY', fix: SHARE_FIX },
  );

const seconds = () =>
  field(z.number().int().min(0).max(86_400).optional(), {
    code: 'INVALID_UPDATE_POLICY',
    fix: fieldMessages.wholeSecondsAtMostADay,
  });

const nothing = (text: string | undefined): boolean => text === '0' || text === '0%';

/** How a component is updated; `strategies` are those its kind of workload can follow. */
export function updatePolicy(strategies: readonly [UpdateStrategy, ...UpdateStrategy[]]) {
  const policy = z
    .object({
      strategy: field(z.enum(strategies).default(strategies[0]), {
        aliases: ['type'],
        valueAliases: { rollingUpdate: 'rolling' },
        code: 'INVALID_UPDATE_POLICY',
        fix: fieldMessages.useOneOf({ names: strategies }),
      }),
      /** rolling: how many copies beyond the wanted ones may run meanwhile. */
      maxSurge: share(),
      /** rolling: how many copies may be missing meanwhile. */
      maxUnavailable: share(),
      /** canary: how many copies run the new version before the rest follows. */
      canaryReplicas: field(z.number().int().min(1).max(10_000).optional(), {
        code: 'INVALID_UPDATE_POLICY',
        fix: fieldMessages.wholeNumberAtLeastOne,
      }),
      /** canary, blue-green: whether a user must approve before the new version gets all traffic. */
      approval: field(z.enum(['manual', 'automatic']).optional(), {
        code: 'INVALID_UPDATE_POLICY',
        fix: propertiesMessages.manualOrAutomatic,
      }),
      /** canary, blue-green: how long the new version is watched before the update goes on. */
      pauseSeconds: seconds(),
      /** blue-green: how long the old version stays after the switch. */
      graceSeconds: seconds(),
    })
    .superRefine(
      ({ maxSurge, maxUnavailable }, context) => {
        if (!nothing(maxSurge) || !nothing(maxUnavailable)) return;
        context.addIssue(
          rejectedIssue(propertiesMessages.nothingReplaceable, {
            code: 'INVALID_UPDATE_POLICY',
            fix: propertiesMessages.nothingReplaceableFix,
            path: ['maxUnavailable'],
          }),
        );
      },
      { when: ({ value }) => isRecord(value) },
    );
  return policy.optional();
}

/** How a component is updated, as in its document. */
export type UpdatePolicy = NonNullable<z.output<ReturnType<typeof updatePolicy>>>;

/** Reports settings that the kind of workload never looks at, whatever the strategy. */
export function reportUnused(
  policy: UpdatePolicy | undefined,
  names: readonly (keyof UpdatePolicy)[],
  { reason, report }: { readonly reason: Message; readonly report: Report },
): void {
  for (const name of names) {
    if (policy?.[name] !== undefined) report(ignoredField(['update', name], reason));
  }
}

/** A DaemonSet has copies more or copies less meanwhile: exactly one of the two, or Kubernetes refuses it. */
export function checkEitherShare(policy: UpdatePolicy | undefined, report: Report): void {
  if (policy === undefined || policy.strategy === 'recreate') return;
  const { maxSurge = '0', maxUnavailable } = policy;
  if (maxUnavailable === undefined || nothing(maxSurge) !== nothing(maxUnavailable)) return;
  report({
    path: ['update', 'maxUnavailable'],
    code: 'INVALID_UPDATE_POLICY',
    message: propertiesMessages.daemonSurge,
    fix: propertiesMessages.daemonSurgeFix,
  });
}
