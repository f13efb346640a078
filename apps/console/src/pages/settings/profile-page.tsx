import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, ErrorPanel, Panel, Segments, Skeleton, Switch, Tag } from '../../kit/index.ts';
import { languageName, useLanguage } from '../../language/index.ts';
import { settingsMessages, shellMessages } from '../../messages/index.ts';
import { usePlatform, whoamiQuery } from '../../platform/index.ts';
import { type Motion, type Theme, useMotion, useSingleKeys, useTheme, useTourDone } from '../../preferences/index.ts';
import { GrantTags } from './grants.tsx';
import styles from './settings.module.css';
import { SettingsPage } from './settings-page.tsx';

export function ProfilePage() {
  const { t } = useLanguage();
  return (
    <SettingsPage>
      <div className={styles.narrow}>
        <Panel title={t(settingsMessages.preferences)} padded>
          <Preferences />
        </Panel>
        <Panel title={t(settingsMessages.account)} padded>
          <Account />
        </Panel>
      </div>
    </SettingsPage>
  );
}

function Preferences() {
  const { t, language, setLanguage, locale, setTimeZone } = useLanguage();
  const { theme, setTheme } = useTheme();
  const { motion, setMotion } = useMotion();
  const [, setTourDone] = useTourDone();
  const motions: readonly { readonly value: Motion; readonly text: string }[] = [
    { value: 'system', text: t(settingsMessages.motionSystem) },
    { value: 'reduced', text: t(settingsMessages.motionReduced) },
  ];
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const [hasSingleKeys, setSingleKeys] = useSingleKeys();
  const themes: readonly { readonly value: Theme; readonly text: string }[] = [
    { value: 'system', text: t(shellMessages.themeSystem) },
    { value: 'light', text: t(shellMessages.themeLight) },
    { value: 'dark', text: t(shellMessages.themeDark) },
  ];
  return (
    <div className={styles.rows}>
      <Preference title={t(settingsMessages.language)}>
        <Segments
          label={t(settingsMessages.language)}
          value={language}
          options={[
            { value: 'en', text: languageName('en') },
            { value: 'zh', text: languageName('zh') },
          ]}
          onChange={setLanguage}
        />
      </Preference>
      <Preference title={t(settingsMessages.theme)}>
        <Segments label={t(settingsMessages.theme)} value={theme} options={themes} onChange={setTheme} />
      </Preference>
      <Preference title={t(settingsMessages.singleKeys)} help={t(settingsMessages.singleKeysHelp)}>
        <Switch label={t(settingsMessages.singleKeys)} checked={hasSingleKeys} onChange={setSingleKeys} />
      </Preference>
      <Preference title={t(settingsMessages.motion)} help={t(settingsMessages.motionHelp)}>
        <Segments label={t(settingsMessages.motion)} value={motion} options={motions} onChange={setMotion} />
      </Preference>
      <Preference title={t(settingsMessages.timeZone)} help={t(settingsMessages.timeZoneHelp({ zone: timeZone }))}>
        <Segments
          label={t(settingsMessages.timeZone)}
          value={locale.timeZone ?? 'browser'}
          options={[
            { value: 'browser', text: t(settingsMessages.timeZoneBrowser) },
            { value: 'UTC', text: t(settingsMessages.timeZoneUtc) },
          ]}
          onChange={(zone) => setTimeZone(zone === 'UTC' ? 'UTC' : undefined)}
        />
      </Preference>
      <Preference title={t(settingsMessages.tour)} help={t(settingsMessages.tourHelp)}>
        <Button onClick={() => setTourDone(false)}>{t(settingsMessages.startTour)}</Button>
      </Preference>
    </div>
  );
}

interface PreferenceProps {
  readonly title: string;
  readonly help?: string;
  readonly children?: ReactNode;
}

function Preference({ title, help, children }: PreferenceProps) {
  return (
    <div className={styles.preference}>
      <div className="two-lines">
        <span className="medium">{title}</span>
        {help !== undefined && <span className="small secondary">{help}</span>}
      </div>
      {children}
    </div>
  );
}

function Account() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const whoami = useQuery(whoamiQuery(client));
  if (whoami.isError && whoami.data === undefined)
    return <ErrorPanel error={whoami.error} onRetry={() => void whoami.refetch()} />;
  if (whoami.isPending) return <Skeleton rows={3} />;
  const { user, roles, scopes, projects } = whoami.data;
  return (
    <dl className={styles.facts}>
      <dt>{t(settingsMessages.user)}</dt>
      <dd className="medium">{user}</dd>
      <dt>{t(settingsMessages.roles)}</dt>
      <dd>
        <GrantTags grants={roles} />
      </dd>
      {scopes !== undefined && (
        <>
          <dt>{t(settingsMessages.scopes)}</dt>
          <dd className="wrap">
            {scopes.map((scope) => (
              <Tag key={scope}>{scope}</Tag>
            ))}
          </dd>
        </>
      )}
      {projects !== undefined && (
        <>
          <dt>{t(settingsMessages.projects)}</dt>
          <dd>{projects.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}
