import { type ApplicationEvent, type ComponentEvent, encodeTexts } from '@kubemin/client';
import { type ApplicationRow, type ComponentRow, instant } from '../api/index.ts';
import type { ComponentState } from './status/component-state.ts';

/** The event of an application that was created, changed or deleted. */
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

/** The event of a component whose state changed. */
export function componentEvent(
  { id, app_id: appId, name }: ComponentRow,
  { status, reason, message, readyReplicas }: ComponentState,
  time: number,
): ComponentEvent {
  const component = { id, name, status, reason, message: message.message, ...encodeTexts({ message }), readyReplicas };
  return { kind: 'component', appId, time: instant(time), component };
}
