import { decodeMessage, type Message } from '@kubemin/base/message';
import type { ApplicationSummary } from '@kubemin/client';
import { appMessages } from '../messages/index.ts';

/** What keeps a component from running, by the code of the long description, which names pods and containers. */
const TROUBLES: Readonly<Record<string, Message>> = {
  'engine.readiness.pullFailed': appMessages.imagePullFailed,
  'engine.readiness.crashLoop': appMessages.crashLoop,
  'engine.readiness.containerNotCreated': appMessages.misconfigured,
  'engine.readiness.missing': appMessages.referenceMissing,
  'engine.readiness.keyMissing': appMessages.referenceMissing,
  'engine.readiness.unschedulable': appMessages.unschedulable,
};

/** The reason of a health in few words, where it is about one component and one of the usual troubles. */
export function shortReason({
  texts,
  reason,
}: ApplicationSummary['health']): { readonly component: string; readonly trouble: Message } | undefined {
  const params = decodeMessage(texts?.reason, reason)?.params;
  const { component, state } = params ?? {};
  if (typeof component !== 'string' || typeof state !== 'object' || !('code' in state)) return undefined;
  const trouble = TROUBLES[state.code];
  return trouble && { component, trouble };
}
