import type { ApplicationPod } from '@kubemin/client';
import { useLanguage } from '../../language/index.ts';
import { type LogSelection, LogView } from '../../logs/index.ts';
import { appMessages } from '../../messages/index.ts';
import { useDock } from '../../shell/index.ts';
import { useOpenTerminal } from '../../terminal/index.ts';
import { useApp } from './app-context.ts';

/** The names of the components that have pods. */
export function useRunningComponents(): readonly string[] {
  const { app } = useApp();
  return app.components.filter(({ replicas }) => replicas !== undefined).map(({ name }) => name);
}

/** Opens logs in the dock, which stays while pages change. */
export function useOpenLogs(): (selection: LogSelection) => void {
  const { t } = useLanguage();
  const { app, path } = useApp();
  const components = useRunningComponents();
  const { open } = useDock();
  return (selection) => {
    const place = [app.name, selection.component ?? selection.pod].filter(Boolean).join('/');
    open({
      id: `logs ${app.id} ${selection.component ?? ''} ${selection.pod ?? ''}`,
      title: t(appMessages.logsOf({ place })),
      content: <LogView appId={app.id} app={path} components={components} selection={selection} />,
    });
  };
}

/** Opens a shell in a pod, in its default container unless one is named. */
export function useOpenShell(): (pod: ApplicationPod, container?: string) => void {
  const { app } = useApp();
  const open = useOpenTerminal();
  return (pod, container) =>
    open({
      appId: app.id,
      pod: pod.name,
      component: pod.component,
      container: container ?? pod.containers.find((each) => each.default)?.name,
      title: `${app.name}/${container ?? pod.component ?? pod.name}`,
    });
}
