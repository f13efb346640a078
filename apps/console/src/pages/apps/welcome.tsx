import { Link, useNavigate } from '@tanstack/react-router';
import { Box, Download, Layers, Rocket } from 'lucide-react';
import { useState } from 'react';
import { Button, Code, ErrorPanel, Page } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appsMessages, shellMessages } from '../../messages/index.ts';
import { cliCommand, usePlatform, useRights } from '../../platform/index.ts';
import { sampleDocument } from './sample-document.ts';
import styles from './welcome.module.css';

/** The first visit: one click from a running sample, and the other ways to begin. */
export function Welcome() {
  const { t } = useLanguage();
  return (
    <Page title={t(appsMessages.welcome)} flush>
      <div className={styles.welcome}>
        <Sample />
        <nav className={styles.ways} aria-label={t(appsMessages.newApp)}>
          <Link className={styles.way} to="/apps/new" search={{ from: 'image' }}>
            <Box size={20} aria-hidden />
            <span className="medium">{t(appsMessages.fromImage)}</span>
            <span className="small secondary">{t(appsMessages.fromImageHelp)}</span>
          </Link>
          <Link className={styles.way} to="/apps/new" search={{ from: 'import' }}>
            <Download size={20} aria-hidden />
            <span className="medium">{t(appsMessages.import)}</span>
            <span className="small secondary">{t(appsMessages.importHelp)}</span>
          </Link>
          <Link className={styles.way} to="/templates">
            <Layers size={20} aria-hidden />
            <span className="medium">{t(appsMessages.fromTemplate)}</span>
            <span className="small secondary">{t(appsMessages.fromTemplateHelp)}</span>
          </Link>
        </nav>
        <div className="stack">
          <span className="small secondary">{t(appsMessages.cli)}</span>
          <Code text={cliCommand('init')} />
        </div>
      </div>
    </Page>
  );
}

function Sample() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { can } = useRights();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const deploy = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const saved = await client.saveApplication({ text: JSON.stringify(sampleDocument), format: 'json' });
      const { number } = await client.execWorkflow(saved.id);
      await navigate({ to: '/runs/$run', params: { run: String(number) } });
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  const reason = can('deploy') || can('deploy', '') ? undefined : t(shellMessages.scopeNeeded({ scope: 'deploy' }));
  return (
    <section className={styles.sample}>
      <h1 className={styles.welcomeTitle}>{t(appsMessages.welcome)}</h1>
      <p className="secondary">{t(appsMessages.welcomeHelp)}</p>
      <div className="wrap">
        <Button
          kind="primary"
          size="large"
          icon={<Rocket size={16} aria-hidden />}
          busy={busy}
          disabledReason={reason}
          onClick={() => void deploy()}
        >
          {t(appsMessages.sample)}
        </Button>
        <span className="small secondary">{t(appsMessages.sampleHelp)}</span>
      </div>
      {error !== undefined && <ErrorPanel error={error} />}
    </section>
  );
}
