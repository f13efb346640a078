import { PlatformError } from '@kubemin/client';
import { type FormEvent, useEffect, useState } from 'react';
import { Banner, Button, Code, cliCommand, ErrorPanel, Field, Input } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { loginMessages } from '../../messages/index.ts';
import type { SessionStore } from '../../platform/index.ts';
import styles from './login.module.css';

interface LoginPageProps {
  readonly sessions: SessionStore;
  /** Of a login link that did not work. */
  readonly error: unknown;
  /** Whether there was a session that the platform has ended. */
  readonly isExpired: boolean;
}

export function LoginPage({ sessions, error: linkError, isExpired }: LoginPageProps) {
  const { t } = useLanguage();
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    document.title = `${t(loginMessages.title)} · KubeMin`;
  }, [t]);
  const logIn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (token.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      await sessions.logInWithToken(token.trim());
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={(event) => void logIn(event)}>
        <h1 className="title">{t(loginMessages.title)}</h1>
        {linkError !== undefined && <LinkError error={linkError} />}
        {isExpired && (
          <Banner
            kind="warning"
            label={t(loginMessages.sessionEnded)}
            title={<span role="alert">{t(loginMessages.sessionEnded)}</span>}
          >
            {t(loginMessages.sessionEndedHelp)}
          </Banner>
        )}
        <div className="stack">
          <p>{t(loginMessages.byCommand)}</p>
          <Code text={cliCommand('open')} />
        </div>
        <Field label={t(loginMessages.byToken)} help={t(loginMessages.tokenHelp)}>
          <Input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
        {error !== undefined && <ErrorPanel error={error} title={t(loginMessages.failed)} />}
        <Button type="submit" kind="primary" busy={busy}>
          {t(busy ? loginMessages.busy : loginMessages.logIn)}
        </Button>
      </form>
    </main>
  );
}

function LinkError({ error }: { readonly error: unknown }) {
  const { t } = useLanguage();
  if (!(error instanceof PlatformError && error.status === 401)) return <ErrorPanel error={error} />;
  return <Banner kind="warning" label={t(loginMessages.failed)} title={t(loginMessages.codeInvalid)} />;
}
