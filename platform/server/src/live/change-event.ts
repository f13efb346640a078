import type { ApplicationEvent, ComponentEvent } from '@kubemin/client';
import type { ApplicationRow, ComponentRow } from '../applications/tables.ts';
import { instant } from '../instant.ts';
import type { ComponentState } from '../status/component-state.ts';

/** Tells that an application is new, different or gone. */
export function applicationEvent(
  { id: appId, name, namespace, project, revision }: ApplicationRow,
  change: ApplicationEvent['change'],
  time: number,
): ApplicationEvent {
  return {
    kind: 'application',
    appId,
    time: instant(time),
    change,
    application: { name, namespace, project, revision },
  };
}

/** Tells that a component fares differently. */
export function componentEvent(
  { id, app_id: appId, name }: ComponentRow,
  { status, reason, message, readyReplicas }: ComponentState,
  time: number,
): ComponentEvent {
  const component = { id, name, status, reason, message, readyReplicas };
  return { kind: 'component', appId, time: instant(time), component };
}
