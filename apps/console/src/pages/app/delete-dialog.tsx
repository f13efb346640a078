import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CliLine, Confirm, Switch } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { PlanList } from './plan-list.tsx';
import { useStartedRun } from './started-run.ts';

interface DeleteDialogProps {
  /** `resources`: what it owns in the cluster; the application stays, and can be deployed again. */
  readonly what: 'application' | 'resources';
  readonly onClose: () => void;
}

/** Shows what would be deleted and asks for the name. Volumes, and the data they hold, stay unless chosen otherwise. */
export function DeleteDialog({ what, onClose }: DeleteDialogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const started = useStartedRun();
  const navigate = useNavigate();
  const [keepPvc, setKeep] = useState(true);
  const isWhole = what === 'application';
  const remove = async (): Promise<void> => {
    if (!isWhole) return started(await client.cleanUpApplication(app.id, { keepPvc, wait: false }));
    const run = await client.deleteApplication(app.id, { keepPvc });
    started(run);
    await navigate({ to: '/runs/$run', params: { run: String(run.number) } });
  };
  return (
    <Confirm
      open
      danger
      onClose={onClose}
      width="wide"
      title={t(isWhole ? appMessages.deleteTitle({ name: app.name }) : appMessages.cleanUpTitle({ name: app.name }))}
      action={t(isWhole ? appMessages.deleteAction : appMessages.cleanUp)}
      typedName={app.name}
      onConfirm={remove}
    >
      <p className="secondary">{t(isWhole ? appMessages.deleteHelp : appMessages.cleanUpHelp)}</p>
      <PlanList appId={app.id} request={{ operation: 'delete', keepPvc }} />
      <div className={styles.choice}>
        <div className="two-lines grow">
          <span className="medium">{t(appMessages.keepVolumes)}</span>
          <span className="small secondary">{t(keepPvc ? appMessages.keepVolumesHelp : appMessages.dataLost)}</span>
        </div>
        <Switch label={t(appMessages.keepVolumes)} checked={keepPvc} onChange={setKeep} />
      </div>
      <CliLine words={['delete', path, ...(isWhole ? [] : ['--keep-definition']), ...(keepPvc ? [] : ['--volumes'])]} />
    </Confirm>
  );
}
