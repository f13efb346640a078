import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { CliLine, Confirm, Stepper } from '../../kit/index.ts';
import { formatBytes, formatMillicores, useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { capacityQuery, usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { autoscaling, exceedsFree, freeResources, replicaRequest, requestedResources } from './scaling.ts';
import { useStartedRun } from './started-run.ts';

interface ScaleDialogProps {
  /** What is wanted at first, by component; others stay as they are. */
  readonly wanted: Readonly<Record<string, number>>;
  /** Whether all of them shall stop. */
  readonly isStop?: boolean;
  readonly onClose: () => void;
}

/** Asks how many replicas of which components shall run. */
export function ScaleDialog({ wanted, isStop = false, onClose }: ScaleDialogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const started = useStartedRun();
  const [chosen, setChosen] = useState(wanted);
  const capacity = useQuery(capacityQuery(client, app.cluster));
  const free = freeResources(capacity.data);
  const scalable = app.components.filter(({ replicas }) => replicas !== undefined);
  const changes = Object.fromEntries(
    scalable.flatMap(({ name, replicas }) =>
      chosen[name] === undefined || chosen[name] === replicas ? [] : [[name, chosen[name]]],
    ),
  );
  const names = Object.keys(changes);
  const freeAmounts = [
    ...(free.cpu === undefined ? [] : [`${formatMillicores(free.cpu * 1_000)} CPU`]),
    ...(free.memory === undefined ? [] : [formatBytes(free.memory)]),
  ];
  return (
    <Confirm
      open
      onClose={onClose}
      title={t(isStop ? appMessages.stopTitle({ name: app.name }) : appMessages.scaleTitle({ name: app.name }))}
      action={t(isStop ? appMessages.stop : appMessages.scale)}
      disabledReason={names.length === 0 ? t(appMessages.scaleNothing) : undefined}
      onConfirm={async () => started(await client.scaleApplication(app.id, { replicas: changes }))}
    >
      {isStop && <p className="secondary">{t(appMessages.stopHelp)}</p>}
      <div className={styles.choices}>
        {scalable.map((component) => {
          const { name, replicas = 0 } = component;
          const value = chosen[name] ?? replicas;
          const resources = requestedResources(component);
          const scaling = autoscaling(component);
          const isTooMuch = exceedsFree(value - replicas, replicaRequest(component), free);
          return (
            <Fragment key={name}>
              <div className="two-lines">
                <span className="medium cut">{name}</span>
                <span className="small secondary">
                  {value === 0
                    ? t(appMessages.scaleToZero)
                    : resources === ''
                      ? t(appMessages.replicasNow({ count: replicas }))
                      : freeAmounts.length === 0
                        ? t(appMessages.needs({ count: value, resources }))
                        : t(appMessages.needsOfFree({ count: value, resources, free: freeAmounts }))}
                </span>
                {isTooMuch && <span className={`small ${styles.warning}`}>{t(appMessages.notEnough)}</span>}
                {scaling !== undefined && (
                  <span className="small secondary">
                    {t(appMessages.autoscalerDecides({ min: scaling.min, max: scaling.max }))}
                  </span>
                )}
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
      {freeAmounts.length > 0 && <p className="small secondary">{t(appMessages.free({ amounts: freeAmounts }))}</p>}
      {names.length > 0 && <CliLine words={['scale', path, ...names.map((name) => `${name}=${changes[name]}`)]} />}
    </Confirm>
  );
}
