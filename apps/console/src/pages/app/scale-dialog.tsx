import { quantityValue } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Confirm, Stepper } from '../../kit/index.ts';
import { formatBytes, formatMillicores, useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import { requestedResources } from './addresses.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { CliLine } from './cli-line.tsx';
import { useStartedRun } from './started-run.ts';

interface ScaleDialogProps {
  /** What is wanted at first, by component; others stay as they are. */
  readonly wanted: Readonly<Record<string, number>>;
  readonly onClose: () => void;
}

/** Asks how many replicas of which components shall run. */
export function ScaleDialog({ wanted, onClose }: ScaleDialogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const started = useStartedRun();
  const [chosen, setChosen] = useState(wanted);
  const scalable = app.components.filter(({ replicas }) => replicas !== undefined);
  const changes = Object.fromEntries(
    scalable.flatMap(({ name, replicas }) =>
      chosen[name] === undefined || chosen[name] === replicas ? [] : [[name, chosen[name]]],
    ),
  );
  const names = Object.keys(changes);
  return (
    <Confirm
      open
      onClose={onClose}
      title={t(appMessages.scaleTitle({ name: app.name }))}
      action={t(appMessages.scale)}
      disabledReason={names.length === 0 ? t(appMessages.scaleNothing) : undefined}
      onConfirm={async () => started(await client.scaleApplication(app.id, { replicas: changes }))}
    >
      <div className={styles.choices}>
        {scalable.map((component) => {
          const { name, replicas = 0 } = component;
          const value = chosen[name] ?? replicas;
          const resources = requestedResources(component);
          return (
            <Fragment key={name}>
              <div className="two-lines">
                <span className="medium cut">{name}</span>
                <span className="small secondary">
                  {value === 0
                    ? t(appMessages.scaleToZero)
                    : resources === ''
                      ? t(appMessages.replicasNow({ count: replicas }))
                      : t(appMessages.needs({ count: value, resources }))}
                </span>
              </div>
              <Stepper
                label={t(appMessages.replicas({ name }))}
                value={value}
                onChange={(next) => setChosen({ ...chosen, [name]: next })}
              />
            </Fragment>
          );
        })}
      </div>
      <FreeCapacity cluster={app.cluster} />
      {names.length > 0 && <CliLine words={['scale', path, ...names.map((name) => `${name}=${changes[name]}`)]} />}
    </Confirm>
  );
}

/** What the cluster has left; nothing where that is not known. */
function FreeCapacity({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { data } = useQuery({
    queryKey: [queryKeys.clusters, cluster, 'capacity'],
    queryFn: ({ signal }) => client.clusterCapacity(cluster, { signal }),
  });
  const free = (data?.resources ?? []).filter(({ resource }) => resource === 'cpu' || resource === 'memory');
  if (free.length === 0) return null;
  const amounts = free.map((each) => {
    const value = quantityValue(each.free);
    return each.resource === 'cpu' ? `${formatMillicores(value * 1_000)} CPU` : formatBytes(value);
  });
  return <p className="small secondary">{t(appMessages.free({ amounts }))}</p>;
}
