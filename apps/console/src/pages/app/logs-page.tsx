import { useNavigate, useSearch } from '@tanstack/react-router';
import { LogView } from '../../logs/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { appSearchSchema } from './app-search.ts';
import { useRunningComponents } from './pod-tools.tsx';

export function LogsPage() {
  const { app, path } = useApp();
  const navigate = useNavigate();
  const components = useRunningComponents();
  const { component, pod, container, age, range, q, level } = appSearchSchema.parse(useSearch({ strict: false }));
  return (
    <div className={styles.fill}>
      <LogView
        key={app.id}
        appId={app.id}
        app={path}
        components={components}
        selection={{ component, pod, container, age, range, q, level }}
        onSelect={(search) =>
          void navigate({ to: '/apps/$app/logs', params: { app: path }, search: { ...search }, replace: true })
        }
      />
    </div>
  );
}
