import { useState } from 'react';
import { CliLine, Confirm, Switch } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { useStartedRun } from './started-run.ts';

interface RestartDialogProps {
  /** Chosen at first; all that run when left out. */
  readonly component?: string | undefined;
  readonly onClose: () => void;
}

/** Asks which components are restarted. */
export function RestartDialog({ component, onClose }: RestartDialogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const started = useStartedRun();
  const running = app.components.filter(({ replicas = 0 }) => replicas > 0).map(({ name }) => name);
  const [chosen, setChosen] = useState<readonly string[]>(component === undefined ? running : [component]);
  const isAll = chosen.length === running.length;
  const toggle = (name: string): void =>
    setChosen(running.filter((each) => (each === name ? !chosen.includes(name) : chosen.includes(each))));
  return (
    <Confirm
      open
      onClose={onClose}
      title={t(appMessages.restartTitle({ name: app.name }))}
      action={t(appMessages.restart)}
      disabledReason={chosen.length === 0 ? t(appMessages.restartNothing) : undefined}
      onConfirm={async () => started(await client.restartApplication(app.id, isAll ? {} : { components: chosen }))}
    >
      <p className="secondary">{t(appMessages.restartHelp)}</p>
      <div className={styles.choices}>
        {running.map((name) => (
          <div key={name} className={styles.choice}>
            <span className="grow cut">{name}</span>
            <Switch label={name} checked={chosen.includes(name)} onChange={() => toggle(name)} />
          </div>
        ))}
      </div>
      <CliLine words={['restart', path, ...(isAll ? [] : chosen)]} />
    </Confirm>
  );
}
