import { Select } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';

interface ComponentSelectProps {
  readonly value: string | undefined;
  readonly onChange: (component: string | undefined) => void;
}

/** One component of the application, or all. */
export function ComponentSelect({ value, onChange }: ComponentSelectProps) {
  const { t } = useLanguage();
  const { app } = useApp();
  return (
    <Select
      className={styles.select ?? ''}
      aria-label={t(appMessages.component)}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">{t(appMessages.allComponents)}</option>
      {app.components.map(({ id, name }) => (
        <option key={id}>{name}</option>
      ))}
    </Select>
  );
}
