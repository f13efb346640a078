import { Link, useNavigate } from '@tanstack/react-router';
import { Box, Download, Layers, Rocket } from 'lucide-react';
import { useState } from 'react';
import { Button, Code, cliCommand, ErrorPanel, Page, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appsMessages, shellMessages } from '../../messages/index.ts';
import { usePlatform, useRights } from '../../platform/index.ts';
import { sampleDocument } from './sample-document.ts';
import styles from './welcome.module.css';

/** The first visit: one click from a running sample, and the other ways to begin. */
export function Welcome() {
  const { t } = useLanguage();
  return (
    <Page title={t(appsMessages.welcome)} flush>
      <div className={styles.welcome}>
        <header className={styles.head}>
          <h1 className={styles.welcomeTitle}>{t(appsMessages.welcome)}</h1>
          <p className="secondary">{t(appsMessages.welcomeHelp)}</p>
        </header>
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
        <div className={styles.terminal}>
          <span className="small secondary">{t(appsMessages.cli)}</span>
          <Code text={`${cliCommand('init')} && ${cliCommand('deploy')}`} />
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
      <div className={styles.start}>
        <Tag kind="accent">{t(appsMessages.startHere)}</Tag>
        <h2 className={styles.sampleTitle}>{t(appsMessages.sampleTitle)}</h2>
        <p className="secondary">{t(appsMessages.sampleHelp)}</p>
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
        <span className="small hint">{t(appsMessages.sampleRemove)}</span>
        {error !== undefined && <ErrorPanel error={error} />}
      </div>
      <Illustration />
    </section>
  );
}

/** What a canvas looks like, without words: steps as lanes, components as cards, and what uses what. */
function Illustration() {
  return (
    <svg className={styles.picture} viewBox="0 0 360 220" aria-hidden>
      {LANES.map(({ x, cards, state }, lane) => (
        <g key={x}>
          <rect className={styles.lane} x={x} y={28} width={92} height={44 + cards * 58} rx={8} />
          <rect className={styles.word} x={x + 12} y={42} width={44} height={6} rx={3} />
          {lane > 0 && <path className={styles.arrow} d={`M${x - 20} 45h16m-4-4l4 4-4 4`} />}
          {[...new Array(cards).keys()].map((card) => (
            <g key={card}>
              <rect className={styles.card} x={x + 8} y={60 + card * 58} width={76} height={50} rx={6} />
              <rect className={styles.word} x={x + 18} y={70 + card * 58} width={38} height={6} rx={3} />
              <rect className={styles.faint} x={x + 18} y={82 + card * 58} width={52} height={4} rx={2} />
              <circle className={card === 0 ? state : styles.waits} cx={x + 21} cy={98 + card * 58} r={3.5} />
              <rect className={styles.faint} x={x + 30} y={96 + card * 58} width={26} height={4} rx={2} />
            </g>
          ))}
        </g>
      ))}
      <path className={styles.reference} d="M108 92h28M220 92c16 0 12 50 28 50" />
    </svg>
  );
}

const LANES = [
  { x: 24, cards: 1, state: styles.runs },
  { x: 136, cards: 1, state: styles.runs },
  { x: 248, cards: 2, state: styles.starts },
] as const;
