import type { ApplicationPod, Component, ComponentReason } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { FileText, TriangleAlert } from 'lucide-react';
import { Button, Count, Panel } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { podsQuery, usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { useOpenLogs } from './pod-tools.tsx';

const NOT_TROUBLE: readonly ComponentReason[] = ['Progressing', 'NotDeployed', 'Stopped', 'NotWatched'];

function isTrouble({ status, reason }: Component): boolean {
  return status !== 'Running' && !NOT_TROUBLE.includes(reason);
}

/** What does not run as it should, in a sentence, with the text of Kubernetes below. */
export function Attention() {
  const { t, sent } = useLanguage();
  const { app } = useApp();
  const { client } = usePlatform();
  const pods = useQuery(podsQuery(client, app.id)).data?.pods ?? [];
  const openLogs = useOpenLogs();
  const troubled = app.components.filter(isTrouble);
  if (troubled.length === 0) return null;
  return (
    <section className={styles.group} aria-label={t(appMessages.attention)}>
      <h2 className="row heading">
        {t(appMessages.attention)} <Count value={troubled.length} />
      </h2>
      <Panel label={t(appMessages.attention)}>
        {troubled.map((component) => (
          <div key={component.id} className={styles.trouble}>
            <TriangleAlert
              size={16}
              className={component.status === 'Failed' ? styles.failed : styles.warning}
              aria-hidden
            />
            <div className="grow">
              <div>
                <span className="strong">{component.name}</span>{' '}
                {t(TROUBLES[component.reason] ?? appMessages.notRunning)}
              </div>
              <div className="small secondary break">{sent(component, 'message', component.message)}</div>
              {podMessages(pods, component).map((message) => (
                <div key={message} className="mono secondary break">
                  {message}
                </div>
              ))}
            </div>
            <Button
              size="small"
              icon={<FileText size={14} aria-hidden />}
              onClick={() => openLogs({ component: component.name })}
            >
              {t(appMessages.logs)}
            </Button>
          </div>
        ))}
      </Panel>
    </section>
  );
}

/** What is wrong with a component, after its name; absent where its message is the only description. */
export const TROUBLES: Readonly<Partial<Record<ComponentReason, typeof appMessages.notRunning>>> = {
  ImagePullFailed: appMessages.imagePullFailed,
  CrashLoop: appMessages.crashLoop,
  ContainerMisconfigured: appMessages.misconfigured,
  ReferenceMissing: appMessages.referenceMissing,
  Unschedulable: appMessages.unschedulable,
  ReplicaFailure: appMessages.replicaFailure,
  ProgressDeadlineExceeded: appMessages.tooSlow,
  VolumeLost: appMessages.volumeLost,
  JobFailed: appMessages.jobFailed,
  Deleted: appMessages.deletedOutside,
};

/** What Kubernetes states about the pods of a component, each text once, unless the component's message has it already. */
function podMessages(pods: readonly ApplicationPod[], { name, message }: Component): readonly string[] {
  const texts = pods
    .filter((pod) => pod.component === name)
    .flatMap((pod) => [
      pod.message,
      ...pod.containers.filter(({ ready }) => !ready).map((container) => container.message),
    ]);
  const shown = texts.flatMap((text) => (text === undefined || text === '' || message.includes(text) ? [] : [text]));
  return [...new Set(shown)].slice(0, 3);
}
